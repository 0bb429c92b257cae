import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../../src/engine/decide';
import { decisionSchema, type Tier } from '../../src/engine/model/decision';
import type { RuleSource } from '../../src/rules/ruleSource';
import type { ClassifierAnswer, UserAnswer } from '../../src/engine/model/ports';
import { configuration, fakeGate, HOME, OUTAGE, permissions, verdict, WORKSPACE } from '../unit/engine/fakeGate';

/** One line of test/corpus/*.jsonl; test/corpus/README.md describes the fields. */
interface CorpusCase {
  readonly name: string;
  readonly request: unknown;
  /** Decided before, by the same gate. */
  readonly before?: readonly unknown[];
  readonly settings?: {
    readonly deny?: readonly CorpusRule[];
    readonly ask?: readonly CorpusRule[];
    readonly allow?: readonly CorpusRule[];
    readonly enabled?: boolean;
    readonly trusted?: boolean;
    readonly workspaceEdits?: boolean;
    readonly whenUnavailable?: 'block' | 'ask';
    readonly onBlock?: 'block' | 'ask';
  };
  readonly files?: Record<string, string>;
  readonly held?: readonly string[];
  readonly classifier?: string;
  readonly classifierUsable?: boolean;
  readonly user?: UserAnswer['kind'];
  readonly paused?: boolean;
  readonly expect: string;
  readonly questions?: number;
  readonly classified?: number;
}
type CorpusRule = string | { readonly text: string; readonly source: RuleSource };

const FOLDER = join(import.meta.dirname, '../corpus');
const FILES = {
  [`${WORKSPACE}/src/a.ts`]: 'old text',
  [`${WORKSPACE}/.git/config`]: '[core]',
  [`${HOME}/.bashrc`]: '',
};

function answer(classifier: string | undefined): ClassifierAnswer {
  if (classifier === undefined) return OUTAGE;
  const [word, tier = 'none'] = classifier.split(' ');
  if (word === 'allow') return verdict('allow', tier as Tier);
  if (word === 'soft_deny' || word === 'hard_deny') return verdict('block', word);
  return { ...OUTAGE, outage: word } as ClassifierAnswer;
}

function gateFor(example: CorpusCase): ReturnType<typeof fakeGate> {
  const { settings = {}, user } = example;
  const base = configuration();
  const list = (rules: readonly CorpusRule[] = []) =>
    rules.map((rule) => (typeof rule === 'string' ? { text: rule, source: 'user' as const } : rule));
  return fakeGate({
    tree: { ...FILES, ...example.files },
    held: new Set(example.held),
    configuration: configuration({
      enabled: settings.enabled ?? true,
      trusted: settings.trusted ?? true,
      fastPaths: { ...base.fastPaths, workspaceEdits: settings.workspaceEdits ?? true },
      permissions: permissions({ deny: list(settings.deny), ask: list(settings.ask), allow: list(settings.allow) }),
      classifier: {
        ...base.classifier,
        whenUnavailable: settings.whenUnavailable ?? 'block',
        onBlock: settings.onBlock ?? 'block',
      },
    }),
    classifier: () => answer(example.classifier),
    classifierUsable: example.classifierUsable ?? true,
    paused: example.paused ?? false,
    ...(user === undefined ? {} : { user: () => ({ kind: user }) }),
  });
}

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('decisions.jsonl'))) {
  describe(`corpus ${file}`, () => {
    const lines = readFileSync(join(FOLDER, file), 'utf8').trim().split('\n');
    for (const line of lines) {
      const example = JSON.parse(line) as CorpusCase;
      it(`${example.name}: ${example.expect}`, async () => {
        const gate = gateFor(example);
        for (const earlier of example.before ?? []) await decide(earlier, gate, new AbortController().signal);
        const decision = await decide(example.request, gate, new AbortController().signal);
        assert.equal(`${decision.outcome} ${decision.stage}`, example.expect, decision.reason);
        decisionSchema.parse(decision);
        if (example.questions !== undefined)
          assert.equal(gate.asked.length, example.questions, 'questions to the user');
        if (example.classified !== undefined)
          assert.equal(gate.classified.length, example.classified, 'classifier calls');
        if (decision.outcome === 'block') assert.ok(decision.reason.length > 10, 'a block says why');
      });
    }
  });
}
