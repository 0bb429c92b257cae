import { explanationText } from '../../engine/explain/explanationText';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import { TRIED_SECTIONS, type TrialResult } from '../../panel/trial';
import type { AutoMode } from '../api/autoMode';
import type { RequestWindow } from '../requests/requestWindow';
import { triedCall, writtenCall, type Trial } from './triedCall';

export interface CallTrialParts {
  readonly world: DryRunWorld;
  readonly autoMode: Pick<AutoMode, 'explain'>;
  readonly requestWindow: Pick<RequestWindow, 'showRequest'>;
  /** The first open folder. */
  readonly folder: () => string | undefined;
  readonly ruleProblem: (rule: string) => string | undefined;
}

export class CallTrial {
  constructor(private readonly parts: CallTrialParts) {}

  decide(trial: Trial): Promise<TrialResult> {
    const { world, autoMode, folder, ruleProblem } = this.parts;
    return triedCall(trial, {
      world,
      folder: folder(),
      explain: async (command, cwd) => explanationText(await autoMode.explain(command, cwd)),
      ruleProblem,
    });
  }

  /**
   * @param argument see `Trial`; without a section the rule denies
   * @throws TypeError for another argument
   */
  run(argument: unknown): Promise<TrialResult> {
    const { text, rule, section }: Readonly<Partial<Record<keyof Trial, unknown>>> =
      typeof argument === 'object' && argument !== null ? argument : {};
    const known = section === undefined ? 'deny' : TRIED_SECTIONS.find((name) => name === section);
    if (typeof text !== 'string' || text.trim() === '') {
      throw new TypeError('"text" must be a command line, or a tool call as JSON.');
    }
    if (rule !== undefined && typeof rule !== 'string') throw new TypeError('"rule" must be a string.');
    if (known === undefined) throw new TypeError(`"section" must be one of ${TRIED_SECTIONS.join(', ')}.`);
    return this.decide({ text, rule: rule ?? '', section: known });
  }

  async showRequest(text: string): Promise<void> {
    await this.parts.requestWindow.showRequest(writtenCall(text, this.parts.folder()).request);
  }
}
