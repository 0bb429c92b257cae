import type { PanelProblem } from '../../panel/messages';
import { visibleLine } from '../../common/visibleText';

export interface ProblemLogTarget {
  warn(line: string): void;
  info(line: string): void;
}

export class ProblemLog {
  #known: ReadonlySet<string> = new Set();

  constructor(private readonly log: ProblemLogTarget) {}

  note(problems: readonly PanelProblem[]): void {
    const lines = new Set(problems.map(({ entry, message }) => visibleLine(`${entry}: ${message}`)));
    for (const line of lines) if (!this.#known.has(line)) this.log.warn(line);
    const mended = [...this.#known].filter((line) => !lines.has(line)).length;
    if (mended > 0) this.log.info(`Settings: ${mended} mended, ${lines.size} left.`);
    this.#known = lines;
  }
}
