import { recordOf, type DecisionLog } from '../../log/decisionLog';
import { scanLog, type ScanPlaces } from '../../log/logScan';
import { FigureBook } from './figureBook';
import { LineBook } from './lineBook';

export interface InsightBooks {
  readonly figures: FigureBook;
  readonly lines: LineBook;
}

/** Counts the log. It only grows, so each line is read once. */
export class InsightLog {
  #books: InsightBooks | undefined;
  #places: ScanPlaces = new Map();
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly log: Pick<DecisionLog, 'filePaths'>) {}

  /** @returns undefined if the signal came first */
  upToDate(signal: AbortSignal): Promise<InsightBooks | undefined> {
    const turn = this.#last.then(() => this.#read(signal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  forget(): void {
    this.#books = undefined;
    this.#places = new Map();
  }

  async #read(signal: AbortSignal): Promise<InsightBooks | undefined> {
    for (let isAgain = false; ; isAgain = true) {
      const books = this.#books ?? { figures: new FigureBook(), lines: new LineBook() };
      const places = this.#books === undefined ? new Map() : this.#places;
      const scan = await scanLog(
        this.log,
        places,
        (line) => {
          note(books, line);
        },
        signal,
      );
      if (signal.aborted || (scan.isOther && !isAgain)) {
        this.forget();
        if (signal.aborted) return undefined;
        continue;
      }
      this.#books = books;
      this.#places = scan.places;
      return books;
    }
  }
}

function note({ figures, lines }: InsightBooks, line: string): void {
  const record = recordOf(line);
  const place = record === undefined ? undefined : figures.add(record);
  if (record !== undefined && place !== undefined) lines.add(record, place.day, place.agent);
}
