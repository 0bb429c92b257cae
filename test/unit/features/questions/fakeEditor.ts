import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { UserAnswer } from '../../../../src/engine/model/ports';
import type { ListPickRequest } from '../../../../src/editor/listPick';
import type { QuestionAct } from '../../../../src/panel/questions';
import type { DialogItem, DialogWindow, MoreId } from '../../../../src/features/questions/questionDialog';
import { QuestionQueue } from '../../../../src/features/questions/questionQueue';
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

interface ListPick {
  readonly request: ListPickRequest<MoreId>;
  readonly resolve: (id: MoreId | undefined) => void;
}

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
  readonly acts: QuestionAct[] = [];
  act = (act: QuestionAct): Promise<void> => {
    this.acts.push(act);
    return Promise.resolve();
  };
  readonly picks: ListPick[] = [];
  explained = true;
  readonly languages: string[] = [];
  openWhole = (text: string, language: string): Promise<void> => {
    this.languages.push(language);
    this.documents.push(text);
    return Promise.resolve();
  };
  readonly queue = new QuestionQueue({
    window: this,
    openWhole: (text, language) => this.openWhole(text, language),
    act: (act) => this.act(act),
    pickMore: (request, abandoned) =>
      new Promise((resolve) => {
        void abandoned.then(() => {
          resolve(undefined);
        });
        this.picks.push({ request, resolve });
      }),
    folders: () => ['/home/ada/project'],
    explained: {
      get: () => this.explained,
      set: () => {
        this.explained = true;
      },
    },
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
        buttons: items.map((item) => ('isCloseAffordance' in item ? `${item.title} (closes)` : item.title)),
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

  /** Clicks `More...` in the open dialog, and picks this of the list; undefined closes the list. */
  async more(index: number, id: MoreId | undefined): Promise<void> {
    await this.dialog(index).click('More...');
    this.picks.at(-1)?.resolve(id);
    await settled();
  }

  dialog(index: number): ShownDialog {
    const dialog = this.dialogs[index];
    assert.ok(dialog, `dialog ${index} was never shown`);
    return dialog;
  }
}

// The real window has to fit; this fails to compile if it does not.
export const realWindowFits = (window: typeof vscode.window): DialogWindow => window;
