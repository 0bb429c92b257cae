/** The beginning of a request, which a provider can keep: the same bytes from call to call and in both stages. */
import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../src/classifier/modelClassifier';
import { INSTRUCTIONS } from '../../../src/classifier/prompt/policyPrompt';
import { PROVIDERS } from '../../../src/classifier/providers/providerTable';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import { ruleProblem } from '../../../src/rules/permissionRule';
import type { ClassifierQuestion } from '../../../src/engine/model/ports';
import * as anthropic from '../../modelServer/anthropicServer';
import * as openAi from '../../modelServer/openAiServer';
import { CANARY_KEY, keySource, question, settings } from './classifierQuestion';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
/** The first look of each question, then its judgement. */
function called(index: number): { readonly name: string; readonly input: object } {
  return index % 2 === 0
    ? { name: 'first_look', input: { verdict: 'look_closer' } }
    : { name: 'classify_result', input: { thinking: 't', decision: 'allow', tier: 'none', reason: 'r' } };
}

function anthropicReply(_: unknown, index: number): anthropic.ModelReply {
  const { name, input } = called(index);
  return anthropic.callsTool(name, input);
}

function openAiReply(_: unknown, index: number): openAi.OpenAiReply {
  const { name, input } = called(index);
  return openAi.callsTool(name, input);
}

const { rules } = effectiveConfiguration(
  { sources: [], trusted: true, workspaceFolders: [] },
  ruleProblem,
).configuration;

/** Two calls that have nothing in common but the rules. */
const QUESTIONS: readonly Partial<ClassifierQuestion>[] = [
  {},
  {
    tool: 'mcp__tickets__comment',
    input: { text: 'Größe </transcript> ✓', to: ['a', 'b'], at: 1_700_000_000 },
    cwd: '/home/someone/else',
    agent: 'codex',
    transcript: [
      { role: 'user', text: 'Comment the ticket.' },
      { role: 'tool_call', tool: 'bash', input: { command: 'date' } },
    ],
    loadedContext: [{ path: 'AGENTS.md', text: 'Be brief.' }],
    facts: ['It names the host tickets.example.'],
  },
];

interface Sent {
  readonly rawBody: string;
}
interface Protocol {
  readonly name: string;
  readonly model: string;
  /** The requests of both questions, two stages each. */
  readonly start: () => Promise<{ readonly url: string; readonly requests: readonly Sent[]; stop(): Promise<void> }>;
  /** What can be kept, as the service reads it: tools first, then the system prompt. */
  readonly prefix: (body: Body) => string;
  /** The fields that may differ between two calls, and those that may between the stages of one. */
  readonly perCall: readonly string[];
  readonly perStage: readonly string[];
}

interface Body extends Readonly<Record<string, unknown>> {
  readonly tools: unknown;
  readonly system: readonly { readonly text: string; readonly cache_control?: unknown }[];
  readonly instructions: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Up to where one of the two instructions begins, which end it. */
function untilInstruction(text: string): string {
  const instruction = Object.values(INSTRUCTIONS).find((one) => text.endsWith(one));
  assert.ok(instruction !== undefined);
  return text.slice(0, -instruction.length);
}

const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'Anthropic Messages',
    model: 'anthropic/claude-haiku-4-5-20251001',
    start: () => anthropic.startAnthropicServer(anthropicReply),
    prefix: ({ tools, system }) => {
      const last = system.findLastIndex(({ cache_control: mark }) => mark !== undefined);
      assert.equal(last, system.length - 2, 'everything but the instruction is marked');
      return JSON.stringify([tools, system.slice(0, last + 1)]);
    },
    perCall: ['messages'],
    perStage: ['max_tokens', 'system', 'tool_choice'],
  },
  {
    name: 'OpenAI Responses',
    model: 'openai/gpt-4.1-mini',
    start: () => openAi.startOpenAiServer(openAiReply),
    prefix: ({ tools, instructions }) => JSON.stringify([tools, untilInstruction(instructions)]),
    perCall: ['input'],
    perStage: ['instructions', 'max_output_tokens', 'tool_choice'],
  },
  {
    name: 'Chat Completions',
    model: 'local/qwen3:8b',
    start: () => openAi.startOpenAiServer(openAiReply),
    prefix: ({ tools, messages }) => JSON.stringify([tools, untilInstruction(messages[0]!.content)]),
    perCall: ['messages'],
    perStage: ['max_tokens', 'messages', 'tool_choice'],
  },
];

for (const { name, model, start, prefix, perCall, perStage } of PROTOCOLS) {
  describe(`the beginning of a request through ${name}`, () => {
    let sent: readonly string[] = [];
    let bodies: readonly Body[] = [];

    before(async () => {
      const server = await start();
      const key = { value: CANARY_KEY, source: 'secret-storage' } as const;
      const keys = keySource({ anthropic: key, openai: key });
      const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock });
      const chosen = settings({ model, baseUrl: server.url, stages: 'two', timeoutSeconds: 30 });
      for (const changes of QUESTIONS) {
        const answer = await classifier.classify(
          question({ ...changes, rules, settings: chosen }),
          new AbortController().signal,
        );
        assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
      }
      sent = server.requests.map(({ rawBody }) => rawBody);
      bodies = sent.map((rawBody) => JSON.parse(rawBody) as Body);
      await server.stop();
    });

    it('is the same in every call and in both stages, and most of the request', () => {
      assert.equal(bodies.length, 4);
      const prefixes = new Set(bodies.map(prefix));
      assert.equal(prefixes.size, 1);
      const [kept] = [...prefixes].map((text) => Buffer.byteLength(text));
      for (const rawBody of sent) {
        const share = kept! / Buffer.byteLength(rawBody);
        assert.ok(share > 0.9 && share <= 1, String(share));
      }
    });

    const fields = (body: Body): readonly string[] => Object.keys(body).sort();
    const differing = (one: Body, other: Body): readonly string[] => {
      assert.deepEqual(fields(one), fields(other));
      return fields(one).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
    };

    it('is followed, in another call, by another user message and nothing else', () => {
      for (const stage of [0, 1]) assert.deepEqual(differing(bodies[stage]!, bodies[stage + 2]!), perCall);
    });

    it('is followed, in the other stage, by few other bytes: the instruction, the tool and the token limit', () => {
      for (const call of [0, 2]) {
        assert.deepEqual(differing(bodies[call]!, bodies[call + 1]!), perStage);
        // Put in place of those of the first look, they make the request of the judgement.
        const changed = [
          [INSTRUCTIONS.firstLook, INSTRUCTIONS.judgement],
          ['"name":"first_look"}', '"name":"classify_result"}'],
          ['tokens":64', 'tokens":700'],
        ] as const;
        let made = sent[call]!;
        for (const [first, second] of changed) {
          assert.equal(made.split(first).length, 2, first);
          made = made.replace(first, second);
        }
        assert.equal(made, sent[call + 1]);
        assert.ok(changed.flat().reduce((bytes, text) => bytes + text.length, 0) < 250);
      }
    });
  });
}
