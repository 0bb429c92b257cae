import type { UserAnswer, UserPrompts, UserQuestion } from '../../engine/ports';
import { agentName } from './agentName';
import { notificationText } from './notificationText';
import { questionText, type QuestionText } from './questionText';
import type { Translate } from './translate';
import { shortLine } from './visibleText';

/** A button of a dialog. */
export interface DialogItem {
  readonly title: string;
}

/** The part of `vscode.window` that shows the questions. */
export interface DialogWindow {
  /** Resolves to undefined when the dialog was closed; rejects where the editor refuses dialogs (in its test mode). */
  showWarningMessage<T extends DialogItem>(
    message: string,
    options: { modal: true; detail: string },
    ...items: T[]
  ): PromiseLike<T | undefined>;
  showInformationMessage(message: string): PromiseLike<unknown>;
}

export interface QuestionQueueParts {
  readonly window: DialogWindow;
  /** Opens a text in an editor beside; resolves once it is there. */
  readonly openWhole: (text: string) => PromiseLike<void>;
  readonly t: Translate;
  /** Told whenever `waiting` may have changed. */
  readonly onWaitingChanged: () => void;
  readonly log: (message: string) => void;
}

/** Requests that may wait behind the dialog that is open. */
export const MAX_WAITING = 20;

/** Expired actions kept for the next dialog; a longer list would not be read. */
const MAX_EXPIRED = 100;

/** One caller that waits for an answer. */
interface Waiter {
  /** Equal for requests of one and the same run, so that a call reported twice counts as one. */
  readonly run: string;
  readonly settle: (answer: UserAnswer) => void;
}

/** One dialog, open or to come, with everyone who waits for it. */
interface Entry {
  readonly question: UserQuestion;
  /** Equal for requests that ask the same thing. */
  readonly key: string;
  readonly waiters: Set<Waiter>;
  /** Resolves when nobody waits for this entry any more. */
  readonly abandoned: Promise<void>;
  readonly abandon: () => void;
}

/**
 * Asks the user, one native modal at a time. Only a click on the second button approves: declining is the first and default
 * button, and everything else (closing, a dialog that cannot be shown, time running out) is no approval.
 *
 * VS Code cannot close an open dialog. Once nobody waits for it any more it is stale: its answer changes nothing, and requests
 * behind it wait no longer than their own signals allow.
 */
export class QuestionQueue implements UserPrompts {
  readonly available = true;
  readonly #parts: QuestionQueueParts;
  readonly #queue: Entry[] = [];
  #shown: Entry | undefined;
  #expired: string[] = [];
  #runs = 0;

  constructor(parts: QuestionQueueParts) {
    this.#parts = parts;
  }

  /** Questions that wait for an answer, the open one included. */
  get waiting(): number {
    return this.#entries().reduce((sum, entry) => sum + entry.waiters.size, 0);
  }

  ask(question: UserQuestion, signal: AbortSignal): Promise<UserAnswer> {
    if (signal.aborted) return Promise.resolve({ kind: 'expired' });
    const behind = this.waiting - ((this.#shown?.waiters.size ?? 0) > 0 ? 1 : 0);
    if (this.#shown !== undefined && behind >= MAX_WAITING) return Promise.resolve({ kind: 'too-many-waiting' });

    const run = this.#runOf(question);
    const entry = this.#entryFor(question, run);
    return new Promise((resolve) => {
      const expire = (): void => {
        this.#noteExpired(entry, waiter);
        waiter.settle({ kind: 'expired' });
      };
      const waiter: Waiter = {
        run,
        settle: (answer) => {
          signal.removeEventListener('abort', expire);
          this.#remove(entry, waiter);
          resolve(answer);
          this.#parts.onWaitingChanged();
        },
      };
      signal.addEventListener('abort', expire, { once: true });
      entry.waiters.add(waiter);
      this.#parts.onWaitingChanged();
      void this.#showAll();
    });
  }

  /** Answers everyone who waits with 'closed'. */
  dispose(): void {
    for (const entry of this.#entries()) settleAll(entry, { kind: 'closed' });
  }

  #entries(): Entry[] {
    return this.#shown === undefined ? [...this.#queue] : [this.#shown, ...this.#queue];
  }

  #runOf(question: UserQuestion): string {
    const { agent, sessionId, callId } = question;
    if (sessionId === undefined || callId === undefined) return `unnamed ${this.#runs++}`;
    return JSON.stringify([agent, sessionId, callId]);
  }

  /**
   * A call reported twice joins its own dialog even while that is open. Another run of the same action joins only a dialog that
   * is not open yet, since the dialog has to say how many runs it covers.
   */
  #entryFor(question: UserQuestion, run: string): Entry {
    const key = keyOf(question);
    const shown = this.#shown;
    if (shown?.key === key && [...shown.waiters].some((waiter) => waiter.run === run)) return shown;
    const queued = this.#queue.find((entry) => entry.key === key);
    if (queued !== undefined) return queued;
    const { promise, resolve } = deferred();
    const entry: Entry = { question, key, waiters: new Set(), abandoned: promise, abandon: resolve };
    this.#queue.push(entry);
    return entry;
  }

  #remove(entry: Entry, waiter: Waiter): void {
    entry.waiters.delete(waiter);
    if (entry.waiters.size > 0) return;
    entry.abandon();
    const place = this.#queue.indexOf(entry);
    if (place !== -1) this.#queue.splice(place, 1);
  }

  #noteExpired(entry: Entry, waiter: Waiter): void {
    const others = [...entry.waiters].filter((other) => other !== waiter && other.run === waiter.run);
    if (others.length > 0 || this.#expired.length >= MAX_EXPIRED) return;
    this.#expired.push(shortLine(entry.question.action, 100));
  }

  async #showAll(): Promise<void> {
    if (this.#shown !== undefined) return;
    for (let entry = this.#queue.shift(); entry !== undefined; entry = this.#queue.shift()) {
      this.#shown = entry;
      settleAll(entry, await this.#show(entry));
    }
    this.#shown = undefined;
  }

  /** Never rejects: what goes wrong is a closed dialog, which declines. */
  async #show(entry: Entry): Promise<UserAnswer> {
    const { window, t, log } = this.#parts;
    const { question } = entry;
    try {
      const runs = new Set([...entry.waiters].map((waiter) => waiter.run)).size;
      const text = questionText(question, runs, this.#expired, t);
      if (text.whole !== undefined) await Promise.race([this.#parts.openWhole(text.whole), entry.abandoned]);
      if (entry.waiters.size === 0) return { kind: 'expired' };
      this.#expired = [];

      const { items, answers } = this.#buttons(question, text);
      const picked = await window.showWarningMessage(text.message, { modal: true, detail: text.detail }, ...items);
      if (entry.waiters.size === 0 && picked !== undefined) this.#reportTooLate(question);
      return (picked === undefined ? undefined : answers.get(picked.title)) ?? { kind: 'closed' };
    } catch (error) {
      log(`A question could not be shown, so it counts as declined: ${String(error)}`);
      return { kind: 'closed' };
    }
  }

  #buttons(
    question: UserQuestion,
    text: QuestionText,
  ): { readonly items: readonly DialogItem[]; readonly answers: ReadonlyMap<string, UserAnswer> } {
    const { t } = this.#parts;
    const decline = t('Decline');
    const ignore = t('Ignore this entry in this window');
    // VS Code makes the first item the default button, unless it is marked as the one for closing: that one it moves to the end,
    // and Enter would then press the next. So Decline is not marked, and VS Code adds a Cancel of its own, which declines as well.
    const items: DialogItem[] = [{ title: decline }, { title: text.yes }];
    if (question.canIgnoreEntry) items.push({ title: ignore });
    return {
      items,
      answers: new Map<string, UserAnswer>([
        [ignore, { kind: 'ignore-entry' }],
        [text.yes, { kind: 'approved' }],
        [decline, { kind: 'declined' }],
      ]),
    };
  }

  #reportTooLate(question: UserQuestion): void {
    const { window, t } = this.#parts;
    const message = t('Too late: {agent} no longer waits for this answer, and the call was blocked: {action}', {
      agent: notificationText(question.agent === undefined ? t('the caller') : agentName(question.agent), 60),
      action: notificationText(question.action, 100),
    });
    // Nothing follows from this message, so whether it could be shown does not matter.
    window.showInformationMessage(message).then(undefined, () => undefined);
  }
}

function settleAll(entry: Entry, answer: UserAnswer): void {
  for (const waiter of [...entry.waiters]) waiter.settle(answer);
}

function keyOf(question: UserQuestion): string {
  const { why, tool, action, said, cwd, agent, sessionId, because, yesRuns, canIgnoreEntry } = question;
  return JSON.stringify([why, tool, action, said, cwd, agent, sessionId, because, yesRuns, canIgnoreEntry]);
}

/** What `Promise.withResolvers` gives, which Node 20 lacks. */
function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settled) => {
    resolve = settled;
  });
  return { promise, resolve };
}
