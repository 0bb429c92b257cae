import type { Decision } from '../../engine/model/decision';
import type { ActivityAction, ActivityFocus, ActivitySlice } from '../../panel/activity';
import { Listeners } from '../../common/listeners';
import { pacer } from '../../common/pacer';
import { ActivityFeed, MAX_ROWS } from './activityFeed';
import type { PanelFeature } from '../../panel/panelFeature';

export interface ActivityParts {
  readonly decided: (listener: (decision: Decision) => void) => { dispose(): void };
  /** The latest decisions of earlier, newest first. Never rejects. */
  readonly earlier: (count: number, signal: AbortSignal) => Promise<readonly Decision[]>;
}

/** So many of earlier are there at once; all of them take some seconds in a large log. */
const FIRST_EARLIER = 100;
/** An id of ours is far shorter; the panel asks for a decision by it. */
const MAX_ID = 128;

/** The list of decisions: those of earlier from the log, those of this window as they come. */
export class ActivityList implements PanelFeature<'activity'> {
  readonly #feed: ActivityFeed;
  readonly #listeners = new Listeners();
  readonly #subscription: { dispose(): void };
  readonly #end = new AbortController();
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
    this.#end.abort();
    this.#subscription.dispose();
  }

  readonly onDidChange = this.#listeners.subscribe;

  look(focus: ActivityFocus | undefined): void {
    this.#focus = focus;
    // The log is read for who looks at it only, and once.
    if (focus === undefined || this.#isFilled) return;
    this.#isFilled = true;
    void this.#fill();
  }

  slice(): ActivitySlice | undefined {
    return this.#focus === undefined ? undefined : this.#feed.slice(this.#focus);
  }

  /** The only action empties the list; the log keeps all. */
  execute(_action: ActivityAction): Promise<void> {
    this.#feed.clear();
    this.#changed();
    return Promise.resolve();
  }

  async #fill(): Promise<void> {
    const { signal } = this.#end;
    const breathe = pacer();
    for (const count of [FIRST_EARLIER, MAX_ROWS]) {
      for (const decision of await this.parts.earlier(count, signal)) {
        if (signal.aborted) return;
        // What this window has decided is in the log as well.
        if (decision.id.length <= MAX_ID && !this.#feed.has(decision.id)) this.#feed.addEarlier(decision);
        await breathe();
      }
      this.#changed();
    }
  }

  /** The panel looks at nothing while it is hidden, and reads everything anew when it comes back. */
  #changed(): void {
    if (this.#focus === undefined) return;
    this.#listeners.fire();
  }
}
