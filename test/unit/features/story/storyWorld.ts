import assert from 'node:assert/strict';
import { redactSecrets } from '../../../../src/classifier/prompt/redaction';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import { decide } from '../../../../src/engine/decide';
import { codeVerdict } from '../../../../src/engine/trial/replay';
import type { Decision } from '../../../../src/engine/model/decision';
import type { JsonValue } from '../../../../src/common/json';
import { CallLog } from '../../../../src/log/callLog';
import type { LongText } from '../../../../src/panel/longText';
import { StoryFeature } from '../../../../src/features/story/story';
import { StoryReader } from '../../../../src/features/story/storyReader';
import type { SettingLink } from '../../../../src/features/rules/ruleOrigin';
import type { KeptRun } from '../../../../src/gate/keptRuns';
import type { RunReport } from '../../../../src/sandbox/containedHome';
import type { LogRecord } from '../../../../src/log/decisionLog';
import type { LoggedRequests } from '../../../../src/log/requestLogReader';
import type { ShownText, Story } from '../../../../src/panel/story';
import type { RequestView } from '../../../../src/features/requests/requestViewer';
import { configuration, entries, fakeGate, permissions, WORKSPACE, type FakeGateOptions } from '../../engine/fakeGate';

export const NEVER = new AbortController().signal;
export const NOTHING: RequestView = { requests: [], notes: [] };
export const SECRET = `sk-ant-${'a1B2'.repeat(10)}`;

export interface World {
  readonly story: StoryFeature;
  readonly calls: CallLog;
  readonly opened: SettingLink[];
  readonly documents: (readonly [string, string])[];
  readonly copied: string[];
  /** Ids of calls. */
  readonly released: string[];
  /** Name, before and after. */
  readonly compared: (readonly [string, string, string])[];
  /** Decides a call, and keeps it like a window. */
  readonly decided: (request: object) => Promise<Decision>;
}

export function world(
  options: FakeGateOptions = {},
  records: readonly LogRecord[] = [],
  logged: Partial<LoggedRequests> = {},
  reports: Readonly<Record<string, RunReport>> = {},
  kept: Readonly<Record<string, KeptRun>> = {},
): World {
  const snapshot: EffectiveConfiguration = options.configuration ?? configuration();
  const calls = new CallLog();
  const base = fakeGate({ ...options, configuration: snapshot });
  let number = 0;
  const gate = {
    ...base,
    newId: () => `id-${(number += 1)}`,
    redact: (text: string) => redactSecrets(text).text,
    writeLog: (decision: Decision, input: JsonValue | undefined) => {
      calls.note(decision, input);
      return true;
    },
    note: (decision: Decision) => {
      calls.settled(decision);
    },
  };
  const made: Omit<World, 'story'> = {
    calls,
    opened: [],
    documents: [],
    copied: [],
    released: [],
    compared: [],
    decided: (request) => decide(request, gate, NEVER),
  };
  const story = new StoryFeature({
    reader: new StoryReader({
      calls,
      logged: (id) => Promise.resolve(records.find(({ decision }) => decision.id === id)),
      gate,
      reportOf: (id) => Promise.resolve(reports[id]),
      keptOf: (id) => Promise.resolve(kept[id]),
      viewer: { list: () => [], ofPastCall: () => Promise.resolve(NOTHING) },
      loggedRequests: () => Promise.resolve({ requests: [], more: false, unreadable: 0, ...logged }),
      configurationFor: () => snapshot,
      policyFile: '/etc/auto-mode/policy.json',
      redact: gate.redact,
      language: 'en',
    }),
    preview: () => Promise.resolve(NOTHING),
    openSetting: (link) => {
      made.opened.push(link);
      return Promise.resolve();
    },
    openDocument: (name, text) => {
      made.documents.push([name, text]);
      return Promise.resolve();
    },
    openDifference: (...texts) => {
      made.compared.push(texts);
      return Promise.resolve();
    },
    copy: (text) => {
      made.copied.push(text);
      return Promise.resolve();
    },
    blocked: {
      blocked: {
        call: (id) => {
          const call = calls.blocked(id);
          return Promise.resolve(call === undefined ? undefined : { ...call, secret: false });
        },
      },
      releasedFor: () => (made.released.length > 0 ? 600_000 : undefined),
      verdict: (request) => codeVerdict(request, gate),
      openWhole: (text) => {
        made.documents.push(['action', text]);
        return Promise.resolve();
      },
      allowOnce: (id) => {
        made.released.push(id);
        return Promise.resolve();
      },
      rules: {
        last: undefined,
        proposals: () => ({ proposals: [], why: 'floor' }),
        preview: () => Promise.reject(new Error('there is nothing to try')),
        add: () => Promise.resolve(false),
        undo: () => Promise.resolve(false),
      },
      openDocument: () => Promise.resolve(),
      onDidChange: () => ({ dispose: () => undefined }),
      now: () => 0,
      language: 'en',
    },
  });
  return { ...made, story };
}

export const PUSH = { tool: 'bash', input: { command: 'cd src && git "push" -f' }, cwd: WORKSPACE };
export const denying = (source: 'user' | 'workspace' | 'folder' | 'managed' | 'environment' | 'remote' | 'default') =>
  configuration({ permissions: permissions({ deny: entries(['bash(git push*)'], source) }) });

export const ASKING_IN_OUTAGES = configuration({
  classifier: { ...configuration().classifier, whenUnavailable: 'ask' },
});

/** What the panel draws of a story, read as the text that it stands for. */
export function asLong(story: Story<ShownText>): Story<LongText> {
  const read = <Part extends { readonly text: ShownText }>(part: Part): Omit<Part, 'text'> & { text: LongText } => {
    let text = '';
    const marks: (readonly [number, number])[] = [];
    assert.equal(part.text.cut, false);
    for (const piece of part.text.pieces) {
      if (piece.kind === 'mark') marks.push([text.length, text.length + piece.text.length]);
      text += piece.text;
    }
    return { ...part, text: { name: part.text.name, text, marks } };
  };
  const { input, judge } = story;
  return {
    ...story,
    input: { ...input, fields: input.fields.map(read) },
    judge: judge === undefined ? undefined : { ...judge, blocks: judge.blocks.map(read) },
  };
}
