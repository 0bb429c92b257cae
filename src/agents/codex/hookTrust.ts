/** Asks Codex's app server (protocol of 0.169) and changes nothing: only the user grants trust. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { JsonObject } from '../../common/json';
import { CODEX_HOOKS } from './installation';

export interface HookTrustEntry {
  readonly event: string;
  /** 'not-listed': unknown to Codex; its hooks may be disabled. */
  readonly state: 'trusted' | 'not-trusted' | 'not-listed';
}

/** 'listed' only means an answer. */
export type HookTrust =
  | { readonly kind: 'listed'; readonly entries: readonly HookTrustEntry[] }
  | { readonly kind: 'codex-not-found' }
  | { readonly kind: 'no-answer' };

export interface HookTrustQuestion {
  readonly codex: string;
  readonly directory: string;
  readonly launcherPath: string;
  /** Absolute. A trusted folder may disable hooks. */
  readonly folders: readonly [string, ...string[]];
  readonly environment: NodeJS.ProcessEnv;
  readonly seconds?: number;
}

/** It starts in under a second. */
const SECONDS = 20;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_LINES = 1_000;

const HANDSHAKE = 1;
const LISTING = 2;

const messageSchema = z.object({ id: z.unknown(), result: z.unknown().optional(), method: z.unknown().optional() });

const listingSchema = z.object({
  data: z.array(
    z.object({
      hooks: z.array(
        z.object({
          eventName: z.string(),
          command: z.string().optional(),
          sourcePath: z.string(),
          enabled: z.boolean(),
          trustStatus: z.string(),
        }),
      ),
    }),
  ),
});
type Listing = z.infer<typeof listingSchema>;

/** Never rejects; the worst folder counts. */
export async function codexHookTrust(question: HookTrustQuestion): Promise<HookTrust> {
  const listing = await ask(question);
  if (listing?.data.length !== question.folders.length) return { kind: 'no-answer' };
  const file = join(question.directory, 'hooks.json');
  const files = new Set([file, await realpath(file).catch(() => file)]);
  const entries = Object.entries(CODEX_HOOKS.items(question.launcherPath)).map(([event, item]) => ({
    event,
    state: worst(listing.data.map(({ hooks }) => stateOf(hooks, files, event, commandOf(item)))),
  }));
  return { kind: 'listed', entries };
}

function stateOf(
  hooks: Listing['data'][number]['hooks'],
  files: ReadonlySet<string>,
  event: string,
  command: unknown,
): HookTrustEntry['state'] {
  const ours = hooks.filter(
    (hook) =>
      hook.eventName.toLowerCase() === event.toLowerCase() && hook.command === command && files.has(hook.sourcePath),
  );
  if (ours.length === 0) return 'not-listed';
  return ours.some(({ enabled, trustStatus }) => enabled && trustStatus === 'trusted') ? 'trusted' : 'not-trusted';
}

function worst(states: readonly HookTrustEntry['state'][]): HookTrustEntry['state'] {
  return (['not-listed', 'not-trusted'] as const).find((state) => states.includes(state)) ?? 'trusted';
}

function commandOf(item: JsonObject): unknown {
  const [hook] = item['hooks'] as readonly JsonObject[];
  return hook?.['command'];
}

function ask(question: HookTrustQuestion): Promise<Listing | undefined> {
  return new Promise((resolve) => {
    // A process group: the npm package starts another program.
    const child = spawn(question.codex, ['app-server'], {
      cwd: question.directory,
      env: question.environment,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const finish = (listing?: Listing): void => {
      clearTimeout(timer);
      end(child);
      resolve(listing);
    };
    const timer = setTimeout(finish, (question.seconds ?? SECONDS) * 1000);
    const send = (message: object): void => {
      child.stdin.write(`${JSON.stringify(message)}\n`);
    };

    child.once('error', () => {
      finish();
    });
    child.once('close', () => {
      finish();
    });
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MAX_BYTES) finish();
    });
    let lines = 0;
    const reading = createInterface({ input: child.stdout }).on('line', (line) => {
      lines += 1;
      if (lines > MAX_LINES) {
        reading.close();
        finish();
        return;
      }
      const message = readMessage(line);
      if (message === undefined || message.method !== undefined) return;
      if (message.id === HANDSHAKE) {
        send({ method: 'initialized' });
        send({ id: LISTING, method: 'hooks/list', params: { cwds: question.folders } });
      } else if (message.id === LISTING) finish(listingSchema.safeParse(message.result).data);
    });
    const clientInfo = { name: 'auto-mode', title: 'Auto Mode', version: '1' };
    send({ id: HANDSHAKE, method: 'initialize', params: { clientInfo } });
  });
}

function readMessage(line: string): z.infer<typeof messageSchema> | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function end(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
