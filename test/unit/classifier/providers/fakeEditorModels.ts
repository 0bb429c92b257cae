import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { ProviderFailure, type ModelCall } from '../../../../src/classifier/models/provider';
import type {
  EditorAccess,
  EditorAnswerPart,
  EditorConsent,
  EditorConsents,
  EditorModel,
  EditorProvider,
  EditorRequest,
} from '../../../../src/classifier/providers/editorModels';
import { VERDICT_TOOL } from '../../../../src/classifier/verdict';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import { keySource, question, settings } from '../classifierQuestion';

export const ALLOW = { thinking: 'it runs tests', decision: 'allow', tier: 'none', reason: 'Only tests run.' };
export const VERDICT: EditorAnswerPart = { kind: 'tool-call', name: VERDICT_TOOL.name, input: ALLOW };
export const NAME = 'acme/small';

/** The editor's error, as it reaches an extension. */
export function languageModelError(code: string, message = '', cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name: 'LanguageModelError', code });
}

export interface Script {
  readonly parts?: readonly EditorAnswerPart[];
  /** Thrown by the request itself. */
  readonly refusal?: Error;
  /** Thrown after the parts. */
  readonly error?: Error;
  /** After the parts, nothing more comes, whatever is cancelled. */
  readonly hangs?: boolean;
  readonly count?: number | Error;
  readonly access?: EditorAccess;
}

export class FakeEditor {
  readonly requests: { readonly model: string; readonly request: EditorRequest; readonly signal: AbortSignal }[] = [];
  /** Taken one after the other; the last one stays. */
  scripts: Script[] = [{ parts: [VERDICT] }];
  access: EditorAccess = 'given';
  names: readonly (readonly [vendor: string, id: string, family: string])[] = [
    ['acme', 'small', 'judge'],
    ['acme', 'org/large', 'judge'],
    ['other', 'small', 'tiny'],
  ];
  maxInputTokens = 100_000;
  selections = 0;
  counted = 0;
  selecting: (() => Promise<void>) | undefined;
  private readonly listeners: (() => void)[] = [];

  async select(vendor: string | undefined): Promise<readonly EditorModel[]> {
    this.selections += 1;
    await this.selecting?.();
    return this.names.filter(([name]) => vendor === undefined || name === vendor).map((name) => this.model(...name));
  }

  onDidChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  private model(vendor: string, id: string, family: string): EditorModel {
    return {
      vendor,
      id,
      family,
      maxInputTokens: this.maxInputTokens,
      access: () => Promise.resolve(this.access),
      countTokens: () => {
        this.counted += 1;
        const { count = 1234 } = this.scripts[0] ?? {};
        return count instanceof Error ? Promise.reject(count) : Promise.resolve(count);
      },
      send: async (request, signal) => {
        this.requests.push({ model: `${vendor}/${id}`, request, signal });
        const script = (this.scripts.length > 1 ? this.scripts.shift() : this.scripts[0]) ?? {};
        if (script.access !== undefined) this.access = script.access;
        await delay(1);
        if (script.refusal !== undefined) throw script.refusal;
        return answer(script);
      },
    };
  }
}

async function* answer({ parts = [], error, hangs = false }: Script): AsyncGenerator<EditorAnswerPart> {
  await delay(1);
  yield* parts;
  if (error !== undefined) throw error;
  if (hangs) await new Promise(() => undefined);
}

export class FakeConsents implements EditorConsents {
  readonly kept = new Map<string, EditorConsent>();

  get(vendor: string): EditorConsent | undefined {
    return this.kept.get(vendor);
  }

  set(vendor: string, consent: EditorConsent | undefined): Promise<void> {
    if (consent === undefined) this.kept.delete(vendor);
    else this.kept.set(vendor, consent);
    return Promise.resolve();
  }
}

export function call(changes: Partial<ModelCall> = {}): ModelCall {
  return {
    key: undefined,
    baseUrl: undefined,
    model: NAME,
    system: ['policy', 'rules'],
    instruction: 'instruction',
    user: ['facts', 'action'],
    tools: [VERDICT_TOOL],
    tool: VERDICT_TOOL,
    maxTokens: 700,
    ...changes,
  };
}

export const NEVER = new AbortController().signal;

export async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof ProviderFailure, String(error));
    return error;
  }
  return assert.fail('it did not fail');
}

export function classifyBy(
  provider: EditorProvider,
  changes: Partial<ClassifierQuestion> = {},
  signal = NEVER,
): Promise<ClassifierAnswer> {
  const classifier = createModelClassifier({
    keys: keySource({}),
    providers: { editor: provider },
    clock: { now: () => 0, monotonic: () => 0 },
    retryDelaysMs: [],
  });
  return classifier.classify(question({ settings: settings({ model: `editor/${NAME}` }), ...changes }), signal);
}
