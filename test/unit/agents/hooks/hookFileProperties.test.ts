import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CLAUDE_CODE_HOOKS } from '../../../../src/agents/claudeCode/hookEntry';
import { CODEX_HOOKS } from '../../../../src/agents/codex/installation';
import { COPILOT_HOOKS } from '../../../../src/agents/copilot/installation';
import {
  connectHookFile,
  disconnectHookFile,
  hookFileStatus,
  type HookFileForm,
} from '../../../../src/agents/hooks/hookFile';
import { parseJsonText } from '../../../../src/agents/files/jsonTextEdit';
import { runs } from '../../propertyRuns';

const LAUNCHER = "/home/o'b u/.auto-mode/launcher";
const SEED = 20261122;

type Json = Readonly<Record<string, unknown>>;
type Lists = Readonly<Record<string, readonly unknown[]>>;

const FORMS: readonly (readonly [name: string, form: HookFileForm])[] = [
  ['Claude Code', CLAUDE_CODE_HOOKS],
  ['Copilot', COPILOT_HOOKS],
  ['Codex', CODEX_HOOKS],
];

function textOf(edit: ReturnType<typeof connectHookFile>): string {
  return edit.kind === 'error' ? assert.fail(edit.reason) : edit.text;
}
const connect = (form: HookFileForm, text: string): string => textOf(connectHookFile(form, text, LAUNCHER));
const disconnect = (form: HookFileForm, text: string): string => textOf(disconnectHookFile(form, text));
const parsed = (text: string): Json => JSON.parse(text.replace('\ufeff', '')) as Json;

/** What users write: a hook of their own, a group of such, or anything. */
const anything = fc.jsonValue({ maxDepth: 2 });
const command = fc.constantFrom('./audit.sh', 'echo .auto-mode/launcher', 'tee log | ~/.auto-mode/launcher codex', '');
const theirHook = fc.record({ type: fc.constant('command'), command, timeout: fc.nat(), note: anything });
const theirItem = fc.oneof(
  theirHook,
  fc.record({ matcher: fc.constantFrom('*', 'Bash'), hooks: fc.array(theirHook, { maxLength: 3 }) }),
  anything,
);

/** Settings of a user before the gate came; the lists are never empty, which is what undoing without a backup cannot tell apart. */
function settingsOf(form: HookFileForm): fc.Arbitrary<Json> {
  const lists = fc.dictionary(
    fc.constantFrom(...Object.keys(form.items('')), 'Stop', 'preCompact'),
    fc.array(theirItem, { minLength: 1, maxLength: 3 }),
    { minKeys: 1, maxKeys: 4, noNullPrototype: true },
  );
  return fc
    .record(
      { model: anything, 'a "key" \u2028\\': anything, hooks: lists, env: anything },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((settings) => ({ ...form.head, ...settings }));
}

const layout = fc.record({
  indent: fc.constantFrom<string | number>(0, 1, 2, 4, 7, '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  end: fc.constantFrom('', '\n', '\n\n', ' '),
  mark: fc.constantFrom('', '\ufeff'),
});
type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;

/** With two key orders: as it is, and the other way round at every level. */
function written(value: unknown, { indent, newline, end, mark }: Layout, reversed = false): string {
  const text = JSON.stringify(reversed ? reverse(value) : value, undefined, indent);
  return mark + (text + end).replaceAll('\n', newline);
}

function reverse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reverse(item)]),
  );
}

/** What agents that rewrite their file, and hands that edit it, do with an entry of ours. */
const moves = fc.array(
  fc.record({
    event: fc.nat(),
    how: fc.constantFrom(
      'copy',
      'move to the front',
      'merge',
      'another event',
      'another home',
      'take out',
      'more keys',
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

function moved(form: HookFileForm, settings: Json, steps: readonly { event: number; how: string }[]): Json {
  const hooks: Record<string, unknown[]> = structuredClone((settings as { hooks: Record<string, unknown[]> }).hooks);
  const events = Object.keys(form.items(''));
  for (const { event, how } of steps) {
    const name = events[event % events.length] ?? '';
    const list = (hooks[name] ??= []);
    const item = structuredClone(form.items(LAUNCHER)[name] ?? {}) as { hooks?: unknown[] };
    const index = list.findIndex((one) => JSON.stringify(one) === JSON.stringify(item));
    switch (how) {
      case 'copy':
        list.push(item);
        break;
      case 'move to the front':
        if (index > 0) list.unshift(...list.splice(index, 1));
        break;
      case 'merge': {
        if (index !== -1) list.splice(index, 1);
        const theirs = { type: 'command', command: './merged.sh' };
        list.push({ matcher: 'Bash', hooks: [theirs, ...(item.hooks ?? [item]), theirs] });
        break;
      }
      case 'another event':
        if (index !== -1) list.splice(index, 1);
        (hooks['Elsewhere'] ??= []).push(item);
        break;
      case 'another home':
        list.push(...Object.values(form.items('/old home/.auto-mode/launcher')).slice(0, 1));
        break;
      case 'take out':
        if (index !== -1) list.splice(index, 1);
        break;
      case 'more keys':
        if (index !== -1) list[index] = { ...item, matcher: 'Bash', async: true };
        break;
    }
  }
  return { ...settings, hooks: Object.fromEntries(Object.entries(hooks).filter(([, list]) => list.length > 0)) };
}

/** The settings without what is ours, told without the code under test; lists and groups that this leaves empty go. */
function othersIn(settings: Json): Json {
  const { hooks, ...rest } = settings as { hooks?: Lists };
  const isOurs = (hook: unknown): boolean => {
    const line = (hook as { command?: unknown } | null)?.command;
    return typeof line === 'string' && line.includes('.auto-mode/launcher') && /^(\/|'|test )/.test(line);
  };
  const left = Object.entries(hooks ?? {}).flatMap(([event, items]) => {
    const kept = items.flatMap((item) => {
      if (isOurs(item)) return [];
      const group = (item as { hooks?: unknown } | null)?.hooks;
      if (!Array.isArray(group) || !group.some(isOurs)) return [item];
      const others = group.filter((hook) => !isOurs(hook));
      return others.length === 0 ? [] : [{ ...(item as object), hooks: others }];
    });
    return kept.length === 0 && items.length > 0 ? [] : [[event, kept] as const];
  });
  return left.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(left) };
}

describe('the gate in any settings file (properties)', () => {
  for (const [name, form] of FORMS) {
    describe(name, () => {
      it('connecting and disconnecting gives back the same bytes, and connecting twice changes nothing more', () => {
        fc.assert(
          fc.property(settingsOf(form), layout, fc.boolean(), (settings, how, reversed) => {
            const before = written(settings, how, reversed);
            const after = connect(form, before);
            assert.deepEqual(hookFileStatus(form, after, LAUNCHER), { state: 'connected' });
            assert.equal(connect(form, after), after);
            assert.deepEqual(othersIn(parsed(after)), othersIn(parsed(before)));
            assert.equal(disconnect(form, after), before);
          }),
          runs(SEED, 15),
        );
      });

      it('whatever was done to our entries, and however the file was written anew, one connect repairs it', () => {
        fc.assert(
          fc.property(settingsOf(form), moves, layout, fc.boolean(), (settings, steps, how, reversed) => {
            const connected = parsed(connect(form, JSON.stringify(settings)));
            const found = written(moved(form, connected, steps), how, reversed);
            const repaired = connect(form, found);
            assert.deepEqual(hookFileStatus(form, repaired, LAUNCHER), { state: 'connected' });
            assert.equal(connect(form, repaired), repaired);
            assert.deepEqual(othersIn(parsed(repaired)), othersIn(parsed(found)));
            for (const text of [found, repaired]) {
              const left = disconnect(form, text);
              assert.deepEqual(parsed(left), othersIn(parsed(text)));
              assert.equal(hookFileStatus(form, left, LAUNCHER).state, 'not-connected');
              assert.equal(disconnect(form, left), left);
            }
          }),
          runs(SEED, 15),
        );
      });

      it('comments that somebody puts in afterwards outlive the disconnecting', () => {
        const comments = fc.array(fc.tuple(fc.nat(), fc.constantFrom('// note', '/* note */')), { maxLength: 5 });
        fc.assert(
          fc.property(settingsOf(form), comments, (settings, places) => {
            const lines = connect(form, JSON.stringify(settings, undefined, 2)).split('\n');
            for (const [at, comment] of places) {
              const line = at % lines.length;
              lines[line] = `${lines[line] ?? ''} ${comment}`;
            }
            const left = disconnect(form, lines.join('\n'));
            assert.ok(
              !/(\/|^)\.auto-mode\/launcher/.test(left.replaceAll(/echo \.auto-mode|tee log \| ~\/\.auto-mode/g, '')),
            );
            assert.equal(left.split(/\/\/ note|\/\* note \*\//).length <= places.length + 1, true);
            assert.ok('type' in parseJsonText(left, 'lenient'), left);
            assert.equal(connectHookFile(form, lines.join('\n'), LAUNCHER).kind === 'error', places.length > 0);
          }),
          runs(SEED, 15),
        );
      });
    });
  }

  it('a text that is taken for JSON is one for `JSON.parse` as well', () => {
    const token = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"a"', '"\\u0041"', '"\\x"', '"\t"', "'a'", '1', '01', '-', '1.', '1e', '-0'],
      ...['true', 'nul', 'NaN', ' ', '\n', '\t', '\u00a0', '\u2028', '\ufeff', '//', '/**/', '"', '\0', '+1', '.5'],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        for (const text of [tokens.join(''), `{"a":${tokens.join('')}}`, `[${tokens.join('')}]`]) {
          if ('type' in parseJsonText(text, 'strict')) JSON.parse(text);
        }
      }),
      runs(SEED, 500),
    );
  });
});
