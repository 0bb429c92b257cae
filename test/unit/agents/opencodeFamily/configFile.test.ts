import assert from 'node:assert/strict';
import { parse } from 'jsonc-parser';
import { configStatus, connectConfig, disconnectConfig } from '../../../../src/agents/opencodeFamily/configFile';

const OURS = 'file:///home/u/.auto-mode/opencode.mjs';
const SCHEMA = 'https://example.com/config.json';
const OLD = 'file:///old/home/.auto-mode/opencode.mjs';

function connected(text: string | undefined): string {
  const edit = connectConfig(text, OURS, SCHEMA);
  return edit.kind === 'edited' ? (edit.text ?? assert.fail('no file')) : assert.fail(JSON.stringify(edit));
}

describe('the configuration of opencode and its family', () => {
  for (const [what, text] of [
    ['no file', undefined],
    ['an empty file', ' \n'],
    ['an empty object', '{}'],
    ['other settings', '{\n  "theme": "x"\n}\n'],
    ['a comment and trailing commas', '{\n  // mine\n  "plugin": ["a",],\n  "theme": "x",\n}\n'],
    ['one line', '{"plugin":["a"],"permission":{"bash":"allow"}}'],
    ['an entry of another home', `{"plugin":["${OLD}", "a"]}`],
    ['two entries', `{"plugin":["${OURS}", "a", "${OURS}"], "permission": "ask"}`],
    ['an empty permission', '{"permission": {}}'],
  ] as const) {
    it(`${what}: our plugin is last, everything is asked about, and nothing else changes`, () => {
      const text_ = connected(text);
      const before = (parse(text ?? '') ?? {}) as { plugin?: string[]; permission?: object };
      const after = parse(text_) as { plugin: string[]; permission: unknown };
      assert.deepEqual(after.plugin, [...(before.plugin ?? []).filter((one) => one === 'a'), OURS]);
      const own = Object.entries(typeof before.permission === 'object' ? before.permission : {});
      if (typeof after.permission === 'string') assert.equal(after.permission, 'ask');
      else assert.deepEqual(Object.entries(after.permission as object), [['*', 'ask'], ...own]);
      if (text?.includes('// mine') === true) assert.ok(text_.includes('// mine'));
      assert.deepEqual(configStatus(text_, OURS), { state: 'connected' });
      assert.equal(connectConfig(text_, OURS, SCHEMA).kind, 'unchanged');
    });
  }

  it('an entry of the user still counts behind ours, over several lines too', () => {
    const text = '{\n  "permission": {\n    // mine\n    "bash": "deny"\n  }\n}\n';
    assert.deepEqual(Object.entries((parse(connected(text)) as { permission: object }).permission), [
      ['*', 'ask'],
      ['bash', 'deny'],
    ]);
  });

  it('what allows everything is not connected over', () => {
    for (const permission of ['"allow"', '{"*":"allow"}', '{"*":"ask","bash":"deny","*":"allow"}', '1']) {
      const text = `{"permission": ${permission}}`;
      assert.equal(connectConfig(text, OURS, SCHEMA).kind, 'error', permission);
      const both = `{"plugin": ["${OURS}"], "permission": ${permission}}`;
      assert.equal(configStatus(both, OURS).state, 'broken', permission);
    }
  });

  it('what may be read otherwise is left alone', () => {
    for (const text of ['{', '[]', '{"plugin": "a"}', '{"plugin":[],"plugin":[]}', '{"permission":1,"permission":1}']) {
      assert.equal(connectConfig(text, OURS, SCHEMA).kind, 'error', text);
      assert.equal(disconnectConfig(text).kind, 'error', text);
      assert.equal(configStatus(text, OURS).state, 'broken', text);
    }
  });

  it('states', () => {
    const stateOf = (text: string | undefined): string => configStatus(text, OURS).state;
    assert.equal(stateOf(undefined), 'not-connected');
    assert.equal(stateOf('{"permission":"ask"}'), 'not-connected');
    assert.equal(stateOf(`{"plugin":["${OURS}"]}`), 'outdated');
    assert.equal(stateOf(`{"plugin":["${OURS}"],"permission":{"bash":"ask"}}`), 'outdated');
    assert.equal(stateOf(`{"plugin":["${OLD}"],"permission":"ask"}`), 'outdated');
    assert.equal(stateOf(`{"plugin":["${OURS}"],"permission":"deny"}`), 'connected');
  });

  it('disconnecting takes every entry of ours out, and leaves what restricts', () => {
    const edit = disconnectConfig(`{"plugin":["${OLD}","a","${OURS}"],"permission":"ask"}`);
    assert.deepEqual(edit.kind === 'edited' && parse(edit.text ?? ''), { plugin: ['a'], permission: 'ask' });
    const only = disconnectConfig(`{"plugin":["${OURS}"],"permission":"ask"}`);
    assert.deepEqual(only.kind === 'edited' && parse(only.text ?? ''), { permission: 'ask' });
    assert.equal(disconnectConfig('{"plugin":["a"]}').kind, 'unchanged');
  });
});
