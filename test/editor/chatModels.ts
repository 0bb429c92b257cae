import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packExtension } from '../../scripts/package.mjs';
import { OUT, REPOSITORY } from './editor';

/** What the models of the test-only extension do next; see chatModels/extension.js. */
export interface ChatModelScript {
  readonly parts?: readonly (
    | { readonly text: string }
    | { readonly tool: string; readonly input: unknown }
    | { readonly repeat: string; readonly times: number }
  )[];
  readonly error?: {
    readonly code?: 'NoPermissions' | 'Blocked' | 'NotFound';
    readonly name?: string;
    readonly message: string;
  };
  readonly hang?: boolean;
  readonly count?: number;
}

/** What the models were asked. */
export interface ChatModelRequest {
  /** `vendor/id` */
  readonly model: string;
  readonly messages: readonly { readonly role: number; readonly text: string }[];
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
  readonly toolMode: number;
  readonly modelOptions: object;
  /** Milliseconds since the epoch. */
  readonly cancelledAt?: number;
}

/**
 * Packs the test-only extension that brings chat models.
 *
 * @param name also the beginning of its commands
 * @param vendors whose models it brings; those whose name begins with `guarded` need the user's consent
 * @param mayNeedConsent whether the editor lets it ask for consent
 */
export async function chatModelsVsix(
  name: string,
  vendors: readonly string[],
  mayNeedConsent: boolean,
): Promise<string> {
  const folder = join(OUT, `${name}.${process.pid}`);
  const vsix = join(OUT, `${name}.vsix`);
  await mkdir(OUT, { recursive: true });
  await cp(join(REPOSITORY, 'test', 'editor', 'chatModels'), folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  manifest['name'] = name;
  manifest['displayName'] = `${name} (tests only)`;
  manifest['contributes'] = {
    languageModelChatProviders: vendors.map((vendor) => ({ vendor, displayName: vendor })),
  };
  manifest['enabledApiProposals'] = mayNeedConsent ? ['chatProvider'] : [];
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await packExtension(folder, vsix);
  await rm(folder, { recursive: true });
  return vsix;
}
