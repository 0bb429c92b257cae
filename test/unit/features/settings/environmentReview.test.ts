import assert from 'node:assert/strict';
import type { IgnoredSetting } from '../../../../src/config/sources';
import { EnvironmentReview } from '../../../../src/features/settings/environmentReview';
import { AnsweredTexts } from '../../../../src/features/models/answeredTexts';

const WAITING: IgnoredSetting = {
  key: 'autoMode.enabled',
  source: 'environment',
  why: 'loosens',
  detail: 'autoMode.enabled becomes false',
};

describe('the review of the environment variable', () => {
  let text: string | undefined;
  let waiting: readonly IgnoredSetting[];
  let kept: Map<string, unknown>;
  let confirmed: AnsweredTexts;
  let yes: boolean;
  let click: string | undefined;
  let events: string[];
  let details: string[];

  beforeEach(() => {
    text = '{"enabled":false}';
    waiting = [WAITING];
    kept = new Map();
    yes = false;
    click = undefined;
    events = [];
    details = [];
    confirmed = answered('confirmed');
  });

  function answered(name: string): AnsweredTexts {
    const update = (key: string, value: unknown): Promise<void> => {
      kept.set(key, value);
      return Promise.resolve();
    };
    return new AnsweredTexts({ get: (key) => kept.get(key), update }, name);
  }

  function review(): EnvironmentReview {
    return new EnvironmentReview({
      settings: {
        unconfirmed: () => waiting,
        confirmableText: () => text,
        reload: () => {
          events.push('reload');
          if (text !== undefined && confirmed.has(text)) waiting = [];
        },
      },
      confirmed,
      dismissed: answered('dismissed'),
      show: (shown) => {
        events.push(`show ${shown}`);
        return Promise.resolve();
      },
      confirm: (question, detail) => {
        events.push(question);
        details.push(detail);
        return Promise.resolve(yes);
      },
      window: {
        showWarningMessage: (message, ...buttons) => {
          events.push(message);
          assert.deepEqual(buttons, ['Review', 'Ignore']);
          return Promise.resolve(click);
        },
      },
    });
  }

  it('shows the whole text, says what it loosens, and counts a yes for exactly this text', async () => {
    assert.deepEqual(await review().review(), { confirmed: false });
    assert.deepEqual(events, ['show {"enabled":false}', 'Let AUTOMODE_SETTINGS_JSON loosen Auto Mode?']);
    assert.match(details[0] ?? '', /\nautoMode\.enabled becomes false\n/);
    assert.equal(confirmed.has('{"enabled":false}'), false);
    yes = true;
    assert.deepEqual(await review().review(), { confirmed: true });
    assert.equal(events.at(-1), 'reload');
    assert.equal(confirmed.has('{"enabled":false}'), true);
    assert.equal(confirmed.has('{"enabled":false} '), false, 'a changed text asks anew');
  });

  it('hides nothing of the text', async () => {
    text = '{"enabled":false,"x":"\u202e"}';
    await review().review();
    assert.deepEqual(events[0], 'show {"enabled":false,"x":"\\u{202E}"}');
  });

  it('keeps the hash and not the text, and only of some texts', async () => {
    for (let count = 0; count < 50; count += 1) await confirmed.add(`secret ${count}`);
    const hashes = kept.get('confirmed') as readonly string[];
    assert.equal(hashes.length, 20);
    assert.ok(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)));
    assert.equal(confirmed.has('secret 49'), true);
    assert.equal(confirmed.has('secret 1'), false);
  });

  it('cannot be had where the variable only tightens', async () => {
    text = undefined;
    yes = true;
    assert.deepEqual(await review().review(), { confirmed: false });
    await review().announce();
    assert.deepEqual(events, []);
  });

  it('asks nothing where nothing waits', async () => {
    waiting = [];
    assert.deepEqual(await review().review(), { confirmed: true });
    await review().announce();
    assert.deepEqual(events, []);
  });

  it('is offered in a notification, and no more for a text that was ignored', async () => {
    waiting = [WAITING, { ...WAITING, key: 'autoMode.permissions.allow', detail: '[x](command:y)' }];
    click = 'Ignore';
    await review().announce();
    assert.equal(events.length, 1);
    assert.match(events[0] ?? '', /autoMode\.enabled becomes false, and one more/);
    await review().announce();
    assert.equal(events.length, 1);
    text = '{"enabled": false}';
    click = 'Review';
    await review().announce();
    assert.deepEqual(events.slice(2), ['show {"enabled": false}', 'Let AUTOMODE_SETTINGS_JSON loosen Auto Mode?']);
  });
});
