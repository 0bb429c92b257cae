import type { Decision } from '../../engine/model/decision';
import type { ActivityAction, ActivityFocus, ActivitySlice } from '../../panel/activity';
import { Listeners } from '../../common/listeners';
import { pacer } from '../../common/pacer';
import { ActivityFeed, MAX_ROWS } from './activityFeed';
import type { PanelFeature } from '../../panel/panelFeature';

export interface ActivityParts {
  readonly decided: (listener: (decision: Decision) => void) => { dispose(): void };
  /** Newest first. Never rejects. */
  readonly earlier: (count: number, signal: AbortSignal) => Promise<readonly Decision[]>;
}

const FIRST_EARLIER = 100;
const MAX_ID = 128;

export class ActivityList implements PanelFeature<'activity'> {
  readonly #feed: ActivityFeed;
  readonly #listeners = new Listeners();
  readonly #subscription: { dispose(): void };
  readonly #reading = new AbortController();
  #focus: ActivityFocus | undefined;
  #isFilled = false;

  constructor(private readonly parts: ActivityParts) {
    this.#feed = new ActivityFeed();
    this.#subscription = parts.decided((decision) => {
      this.#feed.add(decision);
      this.#changed();
    });
  }

  dispose(): void {
    this.#reading.abort();
    this.#subscription.dispose();
  }

  readonly onDidChange = this.#listeners.subscribe;

  look(focus: ActivityFocus | undefined): void {
    this.#focus = focus;
    // Reads the log once, when first viewed.
    if (focus === undefined || this.#isFilled) return;
    this.#isFilled = true;
    void this.#fill();
  }

  slice(): ActivitySlice | undefined {
    return this.#focus === undefined ? undefined : this.#feed.slice(this.#focus);
  }

  execute(_action: ActivityAction): Promise<void> {
    // The log holds what is cleared.
    this.#isFilled = true;
    this.#reading.abort();
    this.#feed.clear();
    this.#changed();
    return Promise.resolve();
  }

  async #fill(): Promise<void> {
    const { signal } = this.#reading;
    const breathe = pacer();
    for (const count of [FIRST_EARLIER, MAX_ROWS]) {
      for (const decision of await this.parts.earlier(count, signal)) {
        if (signal.aborted) return;
        // The log has this window's decisions too.
        if (decision.id.length <= MAX_ID && !this.#feed.has(decision.id)) this.#feed.addEarlier(decision);
        await breathe();
      }
      this.#changed();
    }
  }

  #changed(): void {
    if (this.#focus === undefined) return;
    this.#listeners.fire();
  }
}
