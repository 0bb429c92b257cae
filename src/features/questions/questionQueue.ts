import type { UserAnswer, UserPrompts, UserQuestion } from '../../engine/model/ports';
import type { ActionLanguage } from '../../editor/actionDocument';
import type { QuestionAct, QuestionChoice } from '../../panel/questions';
import { ExpiredQuestions, type ExpiredQuestion } from './expiredQuestions';
import { questionActs, questionChoices } from './questionChoices';
import {
  keyOf,
  newEntry,
  runsOf,
  settleAll,
  waitersOf,
  type Entry,
  type QueuedQuestion,
  type Waiter,
} from './questionEntry';
import { moreRequest, questionDialog, type DialogWindow, type MorePick } from './questionDialog';
import { QuestionNotices } from './questionNotices';
import {
  isShownPartly,
  languageOf,
  questionText,
  wholeAction,
  type QuestionText,
  type QuestionView,
} from './questionText';
import { t } from '@vscode/l10n';
import type { WordsRequest } from '../../editor/wordsInput';

export interface QuestionQueueParts {
  readonly window: DialogWindow;
  readonly openWhole: (text: string, language: ActionLanguage) => PromiseLike<void>;
  /** The panel shows the question then. */
  readonly act: (act: QuestionAct, question: UserQuestion) => PromiseLike<void>;
  readonly pickMore: MorePick;
  /** Ends once `abandoned` resolves. */
  readonly inputWords: (request: WordsRequest, abandoned: Promise<void>) => PromiseLike<string | undefined>;
  readonly showPanel: () => void;
  /** Of the workspace, absolute. */
  readonly folders: () => readonly string[];
  /** The user has read what a yes means. */
  readonly explained: { get(): boolean; set(): void };
  readonly prefersPanel: () => boolean;
  /** False if nothing may be loosened. */
  readonly mayExempt: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onWaitingChanged: () => void;
  readonly log: (message: string) => void;
}

export const MAX_WAITING = 20;

/**
 * One native modal at a time. Only a button that says so approves; the default declines. VS Code cannot close a dialog:
 * if nobody waits, its answer changes nothing. A dialog blocks clicks elsewhere, so `More...` leaves it for the panel.
 */
export class QuestionQueue implements UserPrompts {
  readonly available = true;
  readonly #parts: QuestionQueueParts;
  readonly #notices: QuestionNotices;
  readonly #expired: ExpiredQuestions;
  readonly #queue: Entry[] = [];
  #shown: Entry | undefined;
  #open: Entry | undefined;
  #runs = 0;
  #entriesMade = 0;
  #leftForPanel = false;
  #panelShows = false;

  constructor(parts: QuestionQueueParts) {
    this.#parts = parts;
    this.#notices = new QuestionNotices(parts.window);
    this.#expired = new ExpiredQuestions();
  }

  get waiting(): number {
    return waitersOf(this.#entries().filter(({ declined }) => !declined));
  }

  get expired(): readonly ExpiredQuestion[] {
    return this.#expired.inPanel;
  }

  ask(request: UserQuestion, signal: AbortSignal): Promise<UserAnswer> {
    if (signal.aborted) return Promise.resolve({ kind: 'expired' });
    const question = { ...request, canExempt: request.canExempt && this.#parts.mayExempt() };
    const behind = waitersOf(this.#entries()) - ((this.#shown?.waiters.size ?? 0) > 0 ? 1 : 0);
    if (behind >= MAX_WAITING) return Promise.resolve({ kind: 'too-many-waiting' });

    const run = this.#runOf(question);
    const entry = this.#entryFor(question, run);
    return new Promise((resolve) => {
      const expire = (): void => {
        this.#noteExpired(entry, waiter);
        waiter.settle({ kind: entry.declined ? 'declined' : 'expired' });
        if (entry === this.#open && entry.waiters.size === 0) this.#notices.stale(question);
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

  list(): readonly QueuedQuestion[] {
    return this.#entries()
      .filter((entry) => entry.waiters.size > 0 && !entry.declined)
      .map(({ id, question, askedAt, opened, waiters }) => ({
        id,
        question,
        runs: runsOf(waiters),
        askedAt,
        opened,
      }));
  }

  async openWhole(id: string): Promise<void> {
    const entry = this.#find(id);
    if (entry === undefined) return;
    await this.#parts.openWhole(wholeAction(entry.question.action), languageOf(entry.question));
    entry.opened = true;
    this.#parts.onWaitingChanged();
  }

  async act(id: string, act: QuestionAct): Promise<void> {
    const entry = this.#find(id);
    if (entry !== undefined && offers(entry.question, act)) await this.#parts.act(act, entry.question);
  }

  get view(): QuestionView {
    const { folders, explained } = this.#parts;
    return { folders: folders(), explains: !explained.get() };
  }

  /**
   * @param runs that the user saw
   * @returns false if nothing was settled: the question ended, covers other runs, has no such answer, or was not shown
   *   whole
   */
  async answer(id: string, choice: QuestionChoice, runs: number): Promise<boolean> {
    const entry = this.#find(id);
    if (entry === undefined || runsOf(entry.waiters) !== runs) return false;
    if (!questionChoices(entry.question).some((offered) => offered.choice === choice)) return false;
    const declines = choice === 'decline' || choice === 'decline-with-words';
    if (!declines && !entry.opened && isShownPartly(entry.question.action)) return false;
    if (choice === 'exempt' && !this.#parts.mayExempt()) return false;
    const answer = await this.#answerOf(entry, choice);
    if (entry.waiters.size === 0) return false;
    entry.answeredElsewhere = true;
    settleAll(entry, answer);
    return true;
  }

  dismissExpired(id: string): void {
    this.#expired.dismiss(id);
    this.#parts.onWaitingChanged();
  }

  panelShown(): void {
    this.#panelShows = true;
  }

  panelHidden(): void {
    this.#panelShows = false;
    this.#leftForPanel = false;
    void this.#showAll();
  }

  settingsChanged(): void {
    void this.#showAll();
  }

  get #needsNoDialog(): boolean {
    return this.#leftForPanel || (this.#panelShows && this.#parts.prefersPanel());
  }

  #find(id: string): Entry | undefined {
    return this.#entries().find((entry) => entry.id === id && entry.waiters.size > 0 && !entry.declined);
  }

  /** All who wait get 'closed'. */
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

  /** A call reported twice joins its own dialog. Another run joins only a pending one, whose text must count it. */
  #entryFor(question: UserQuestion, run: string): Entry {
    const key = keyOf(question);
    const shown = this.#shown;
    const has = ({ waiters }: Entry): boolean => [...waiters].some((waiter) => waiter.run === run);
    if (shown?.key === key && has(shown)) return shown;
    const queued = this.#queue.find((entry) => entry.key === key && (!entry.declined || has(entry)));
    if (queued !== undefined) return queued;
    const entry = newEntry(`question-${++this.#entriesMade}`, question, this.#parts.now());
    this.#queue.push(entry);
    return entry;
  }

  #remove(entry: Entry, waiter: Waiter): void {
    entry.waiters.delete(waiter);
    if (entry.waiters.size > 0) return;
    entry.abandon();
    const place = this.#queue.indexOf(entry);
    if (place !== -1) this.#queue.splice(place, 1);
    if (this.#queue.length === 0) this.#leftForPanel = false;
  }

  #noteExpired(entry: Entry, waiter: Waiter): void {
    const others = [...entry.waiters].filter((other) => other !== waiter && other.run === waiter.run);
    if (entry.declined || others.length > 0) return;
    this.#expired.note(entry.id, entry.question, this.#parts.now());
  }

  async #showAll(): Promise<void> {
    if (this.#shown !== undefined) return;
    while (!this.#needsNoDialog) {
      // A question declined in the panel only waits for words.
      const next = this.#queue.findIndex(({ declined }) => !declined);
      const [entry] = next === -1 ? [] : this.#queue.splice(next, 1);
      if (entry === undefined) break;
      this.#shown = entry;
      const answer = await this.#show(entry);
      this.#shown = undefined;
      if (answer === 'in-panel') this.#leaveForPanel(entry);
      else settleAll(entry, answer);
    }
  }

  #leaveForPanel(entry: Entry): void {
    if (entry.waiters.size > 0) this.#queue.unshift(entry);
    // Then the next gets a dialog.
    this.#leftForPanel = this.#queue.length > 0;
    this.#parts.onWaitingChanged();
    if (this.#leftForPanel) this.#parts.showPanel();
  }

  /** Never rejects: a failure is 'closed', which declines. */
  async #show(entry: Entry): Promise<UserAnswer | 'in-panel'> {
    const { log } = this.#parts;
    const { question } = entry;
    try {
      const text = questionText(question, runsOf(entry.waiters), this.#expired.forDialog, this.view);
      if (text.whole !== undefined && !entry.opened) {
        await Promise.race([this.#parts.openWhole(text.whole, languageOf(question)), entry.abandoned]);
        entry.opened = true;
      }
      if (entry.waiters.size === 0) return { kind: 'expired' };
      this.#expired.shownInDialog();
      return await this.#ask(entry, text);
    } catch (error) {
      log(`A question could not be shown, so it counts as declined: ${String(error)}`);
      return { kind: 'closed' };
    } finally {
      this.#open = undefined;
    }
  }

  async #ask(entry: Entry, text: QuestionText): Promise<UserAnswer | 'in-panel'> {
    const { window, pickMore, mayExempt, onWaitingChanged } = this.#parts;
    const { question } = entry;
    for (;;) {
      this.#open = entry;
      onWaitingChanged();
      const picked = await questionDialog(window, question, text);
      this.#open = undefined;
      onWaitingChanged();
      if (entry.waiters.size === 0) {
        if (picked !== 'closed' && picked !== 'more') this.#noteLate(entry);
        return { kind: 'closed' };
      }
      if (picked === 'closed') return { kind: 'closed' };
      const choice = picked === 'more' ? await pickMore(moreRequest(question, text.message), entry.abandoned) : picked;
      if (entry.waiters.size === 0) return { kind: 'closed' };
      if (choice === undefined) return { kind: 'declined' };
      switch (choice) {
        case 'back':
          continue;
        case 'panel':
          return 'in-panel';
        case 'open-rule':
        case 'show-runs':
          await this.#act(choice, question);
          return 'in-panel';
        default:
          // A policy may have arrived.
          if (choice === 'exempt' && !mayExempt()) return { kind: 'closed' };
          return this.#answerOf(entry, choice);
      }
    }
  }

  /** A failure leaves the question. */
  async #act(act: QuestionAct, question: UserQuestion): Promise<void> {
    try {
      await this.#parts.act(act, question);
    } catch (error) {
      this.#parts.log(`What belongs to a question could not be opened: ${String(error)}`);
    }
  }

  #noteLate({ answeredElsewhere, question }: Entry): void {
    if (answeredElsewhere) this.#notices.alreadyAnswered(question);
    else this.#notices.tooLate(question);
  }

  async #answerOf(entry: Entry, choice: QuestionChoice): Promise<UserAnswer> {
    const { explained } = this.#parts;
    // Where a yes runs the call, nothing was explained.
    if (!entry.question.yesRuns && !explained.get()) explained.set();
    switch (choice) {
      case 'approve':
        return { kind: 'approved' };
      case 'exempt':
        return { kind: 'exempt' };
      case 'ignore-entry':
        return { kind: 'ignore-entry' };
      case 'decline':
        return { kind: 'declined' };
      case 'decline-with-words':
        return { kind: 'declined', words: await this.#words(entry) };
    }
  }

  /** Never rejects: the call is declined already. */
  async #words(entry: Entry): Promise<string | undefined> {
    const { inputWords, onWaitingChanged, log } = this.#parts;
    entry.declined = true;
    onWaitingChanged();
    try {
      const prompt = t(
        'The call is declined. The agent gets what you write here as your words; leave it empty to send nothing.',
      );
      return await inputWords({ title: t('Why do you decline?'), prompt }, entry.abandoned);
    } catch (error) {
      log(`The reason for declining could not be asked for: ${String(error)}`);
      return undefined;
    }
  }
}

function offers(question: UserQuestion, act: QuestionAct): boolean {
  return questionActs(question).some((offered) => offered.act === act);
}
