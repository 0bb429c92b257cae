import { LRUCache } from 'lru-cache';
import type { CodeVerdict } from '../../engine/trial/replay';
import type { StoryBlock } from '../../panel/story';
import type { BlockedCalls, KnownCall } from '../../log/blockedCalls';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';

export interface BlockedReleaseParts {
  readonly blocked: Pick<BlockedCalls, 'call'>;
  /** Milliseconds. */
  readonly releasedFor: (key: string) => number | undefined;
  readonly verdict: (request: unknown) => CodeVerdict;
  readonly openWhole: (text: string) => PromiseLike<void>;
  readonly now: () => number;
  readonly language: string;
}

export type Release = Pick<StoryBlock, 'release' | 'releaseNote'>;

const MAX_OPENED = 200;

export class BlockedRelease {
  readonly #opened = new LRUCache<string, true>({ max: MAX_OPENED });

  constructor(private readonly parts: BlockedReleaseParts) {}

  /** @param whole all of it is shown */
  async releaseOf(id: string, whole: boolean): Promise<Release> {
    const call = await this.parts.blocked.call(id);
    return call === undefined ? { release: 'none', releaseNote: notKept() } : this.#release(id, call, whole);
  }

  /** It then counts as shown. */
  async openWhole(id: string): Promise<void> {
    const call = await this.parts.blocked.call(id);
    if (call === undefined) return;
    await this.parts.openWhole(call.action);
    this.#opened.set(id, true);
  }

  /** Milliseconds; undefined: none. */
  async releasedFor(id: string): Promise<number | undefined> {
    const key = (await this.parts.blocked.call(id))?.key;
    return key === undefined ? undefined : this.parts.releasedFor(key);
  }

  #release(id: string, call: KnownCall, whole: boolean): Release {
    const { releasedFor, verdict, now, language } = this.parts;
    if (call.key === undefined) {
      return {
        release: 'none',
        releaseNote: t('It can be released only in the window that blocked it, until that is reloaded.'),
      };
    }
    const left = releasedFor(call.key);
    if (left !== undefined) {
      const time = new Date(now() + left).toLocaleTimeString(language, { timeStyle: 'short' });
      const releaseNote = t(
        'Released until {time}, for one run of exactly this call. If the judge is asked about it, your release goes to it as your word; it can still block the call.',
        { time },
      );
      return { release: 'none', releaseNote };
    }
    const { outcome, reason = '' } = verdict(call.request);
    if (outcome === 'block') {
      const because = shortLine(reason, 500);
      return { release: 'none', releaseNote: t('It cannot be released: {because}', { because }) };
    }
    if (outcome === 'allow') return { release: 'none', releaseNote: t('It would be allowed now.') };
    if (outcome === 'defer') return { release: 'none', releaseNote: t('Auto mode is off where it ran.') };
    if (!whole && !this.#opened.has(id)) return { release: 'open-first' };
    return outcome === 'ask'
      ? { release: 'offered', releaseNote: t('The ask rule still asks you when it runs.') }
      : { release: 'offered' };
  }
}

function notKept(): string {
  return t('It cannot be released, because its input is not kept any more.');
}
