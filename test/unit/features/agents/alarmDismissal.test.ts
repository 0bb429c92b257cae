import assert from 'node:assert/strict';
import { AlarmDismissal } from '../../../../src/features/agents/alarmDismissal';
import type { PanelAgent } from '../../../../src/panel/messages';

const AGENT: PanelAgent = {
  id: 'codex',
  name: 'Codex',
  connectable: true,
  state: 'alarm',
  sentence: '',
  alarms: [
    {
      id: 'one',
      kind: 'blocked-call-ran',
      tool: 'shell$&\u202E\n',
      at: '2026-11-22T10:00:00.000Z',
      detail: 'It ran\nall the same.',
      count: 2,
    },
  ],
};

describe('AlarmDismissal', () => {
  const asked: string[] = [];
  const dismissed: string[] = [];
  let answer = true;
  const dismissal = new AlarmDismissal({
    agents: () => [AGENT],
    dismiss: (id) => dismissed.push(id),
    confirm: (_question, detail) => {
      asked.push(detail);
      return Promise.resolve(answer);
    },
  });
  beforeEach(() => {
    asked.length = 0;
    dismissed.length = 0;
  });

  it('shows the user the alarm, and takes it away on a yes', async () => {
    answer = true;
    assert.deepEqual(await dismissal.dismiss('one'), { dismissed: true });
    assert.deepEqual(dismissed, ['one']);
    assert.match(asked[0] ?? '', /^Codex: A blocked call ran: shell\$&\\u\{202E\}/);
    assert.match(asked[0] ?? '', /2 times, last at 2026-11-22T10:00:00\.000Z$/);
  });

  it('leaves it without one', async () => {
    answer = false;
    assert.deepEqual(await dismissal.dismiss('one'), { dismissed: false });
    assert.deepEqual(dismissed, []);
  });

  it('refuses an alarm that is not there, without a question', async () => {
    await assert.rejects(dismissal.dismiss('two'), TypeError);
    assert.deepEqual([asked, dismissed], [[], []]);
  });
});
