import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { UserAnswer } from '../../../../src/engine/model/ports';
import { QuestionQueue, type DialogItem, type DialogWindow } from '../../../../src/features/questions/questionQueue';
import type { WordsRequest } from '../../../../src/editor/wordsInput';
import { userQuestion } from '../../engine/model/userQuestion';

interface ShownDialog {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** Clicks this button; undefined closes the dialog. */
  readonly click: (title: string | undefined) => Promise<void>;
  readonly refuse: () => Promise<void>;
}

/** Lets every promise that can settle now do so. */
export const settled = (): Promise<void> => setImmediate();

export class FakeEditor implements DialogWindow {
  readonly dialogs: ShownDialog[] = [];
  readonly messages: string[] = [];
  readonly documents: string[] = [];
  readonly logged: string[] = [];
  waitingChanges = 0;
  panelsShown = 0;
  mayExempt = true;
  prefersPanel = false;
  inputWords = (_request: WordsRequest, _abandoned: Promise<void>): Promise<string | undefined> =>
    Promise.resolve(undefined);
  openWhole = (text: string): Promise<void> => {
    this.documents.push(text);
    return Promise.resolve();
  };
  readonly queue = new QuestionQueue({
    window: this,
    openWhole: (text) => this.openWhole(text),
    inputWords: (request, abandoned) => this.inputWords(request, abandoned),
    showPanel: () => {
      this.panelsShown++;
    },
    prefersPanel: () => this.prefersPanel,
    mayExempt: () => this.mayExempt,
    now: () => 1_000,
    onWaitingChanged: () => {
      this.waitingChanges++;
    },
    log: (message) => this.logged.push(message),
  });

  showWarningMessage<T extends DialogItem>(
    message: string,
    options: { modal: true; detail: string },
    ...items: T[]
  ): Promise<T | undefined> {
    assert.equal(options.modal, true);
    return new Promise((resolve, reject) => {
      this.dialogs.push({
        message,
        detail: options.detail,
        buttons: items.map((item) => ('isCloseAffordance' in item ? `${item.title} (moved to the end)` : item.title)),
        click: (title) => {
          resolve(items.find((item) => item.title === title));
          return settled();
        },
        refuse: () => {
          reject(new Error('DialogService: refused to show dialog in tests'));
          return settled();
        },
      });
    });
  }

  showInformationMessage(message: string): Promise<undefined> {
    this.messages.push(message);
    return Promise.resolve(undefined);
  }

  /** Asks and keeps the answer where it can be looked at without waiting for it. */
  ask(over: Parameters<typeof userQuestion>[0] = {}, signal = new AbortController().signal): { answer?: UserAnswer } {
    const asked: { answer?: UserAnswer } = {};
    void this.queue.ask(userQuestion(over), signal).then((answer) => {
      asked.answer = answer;
    });
    return asked;
  }

  dialog(index: number): ShownDialog {
    const dialog = this.dialogs[index];
    assert.ok(dialog, `dialog ${index} was never shown`);
    return dialog;
  }
}

// The real window has to fit; this fails to compile if it does not.
export const realWindowFits = (window: typeof vscode.window): DialogWindow => window;
