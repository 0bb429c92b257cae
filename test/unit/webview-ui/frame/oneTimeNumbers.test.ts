import assert from 'node:assert/strict';
import { OneTimeNumbers } from '../../../../webview-ui/frame/oneTimeNumbers';

function numbers(): {
  readonly click: (what: string) => void;
  readonly renew: (nonce: string) => void;
  readonly sent: string[];
} {
  const sent: string[] = [];
  const used = new OneTimeNumbers();
  return {
    sent,
    renew: (nonce) => {
      used.renew(nonce);
    },
    click: (what) => {
      used.spend(what, (nonce) => sent.push(`${what} with ${nonce}`));
    },
  };
}

describe("the panel's one-time numbers", () => {
  it('are used for one click each', () => {
    const { click, renew, sent } = numbers();
    renew('1');
    click('remove');
    renew('2');
    click('open');
    assert.deepEqual(sent, ['remove with 1', 'open with 2']);
  });

  it('let a click on something else wait for the next number', () => {
    const { click, renew, sent } = numbers();
    renew('1');
    click('remove');
    click('open');
    click('copy');
    assert.deepEqual(sent, ['remove with 1']);
    renew('2');
    renew('3');
    assert.deepEqual(sent, ['remove with 1', 'open with 2', 'copy with 3']);
  });

  it('let a double click do nothing more, also where the first click waits', () => {
    const { click, renew, sent } = numbers();
    renew('1');
    click('remove');
    click('remove');
    click('open');
    click('open');
    renew('2');
    renew('3');
    assert.deepEqual(sent, ['remove with 1', 'open with 2']);
  });

  it('let the same thing be clicked again after an answer', () => {
    const { click, renew, sent } = numbers();
    renew('1');
    click('remove');
    renew('2');
    click('remove');
    assert.deepEqual(sent, ['remove with 1', 'remove with 2']);
  });

  it('let a click before the first snapshot wait', () => {
    const { click, renew, sent } = numbers();
    click('open');
    renew('1');
    assert.deepEqual(sent, ['open with 1']);
  });

  it('hold a bounded number of clicks', () => {
    const { click, renew, sent } = numbers();
    for (let count = 0; count < 100; count++) click(`thing ${count}`);
    for (let nonce = 0; nonce < 100; nonce++) renew(String(nonce));
    assert.equal(sent.length, 8);
  });
});
