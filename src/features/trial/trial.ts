import type { TrialAction, TrialFocus, TrialResult, TrialSlice } from '../../panel/trial';
import { Listeners } from '../../common/listeners';
import type { Trial } from './triedCall';
import { visibleLine } from '../../common/visibleText';
import type { PanelFeature } from '../../panel/panelFeature';

export interface TrialFeatureParts {
  /** See `triedCall`. */
  readonly decide: (trial: Trial) => Promise<TrialResult>;
  readonly showRequest: (text: string) => Promise<void>;
  readonly tried: () => void;
}

/** Decides one text at a time, the latest next. */
export class TrialFeature implements PanelFeature<'trial'> {
  private focus: TrialFocus | undefined;
  private answer: TrialSlice | undefined;
  private deciding = false;
  private readonly listeners = new Listeners();

  constructor(private readonly parts: TrialFeatureParts) {}

  readonly onDidChange = this.listeners.subscribe;

  look(focus: TrialFocus | undefined): void {
    const isNew = focus?.revision !== this.focus?.revision;
    this.focus = focus;
    if (focus === undefined) this.answer = undefined;
    else if (isNew || this.answer === undefined) void this.decideAll();
  }

  slice(): TrialSlice | undefined {
    const { focus, answer } = this;
    if (focus === undefined) return undefined;
    const { revision } = focus;
    if (isEmpty(focus)) return { revision, state: 'empty' };
    return answer?.revision === revision ? answer : { revision, state: 'deciding' };
  }

  async execute(_action: TrialAction): Promise<void> {
    const { focus } = this;
    if (focus !== undefined && !isEmpty(focus)) await this.parts.showRequest(focus.text);
  }

  private async decideAll(): Promise<void> {
    if (this.deciding) return;
    this.deciding = true;
    try {
      for (let { focus } = this; isOpen(focus, this.answer); { focus } = this) {
        const answer = await this.decide(focus);
        // A later look must show what applies then.
        this.answer = this.focus === undefined ? undefined : answer;
        this.listeners.fire();
      }
    } finally {
      this.deciding = false;
    }
  }

  private async decide(focus: TrialFocus): Promise<TrialSlice> {
    const { revision } = focus;
    try {
      const result = await this.parts.decide(focus);
      this.parts.tried();
      return { revision, state: 'decided', result };
    } catch (error) {
      const problem = visibleLine(error instanceof Error ? error.message : String(error));
      return { revision, state: 'failed', problem };
    }
  }
}

function isEmpty({ text }: TrialFocus): boolean {
  return text.trim() === '';
}

function isOpen(focus: TrialFocus | undefined, answer: TrialSlice | undefined): focus is TrialFocus {
  return focus !== undefined && !isEmpty(focus) && answer?.revision !== focus.revision;
}
