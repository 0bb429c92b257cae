import { Editor, type EditorOptions } from './editor';
import type { EditorWindow } from './editorWindow';

/** Until the first window's extension host answers: 10 to 15 seconds on two idle cores. */
const START_MS = 300_000;

export interface UsedEditor {
  readonly editor: Editor;
  /** The first window. */
  readonly window: EditorWindow;
}

/**
 * Gives the surrounding `describe` one editor for all its tests, with one window unless the options say otherwise. Evidence
 * of a failed test is kept under `out/failures/`.
 *
 * @param options or a function that makes them once earlier `before` hooks have run
 * @returns usable inside hooks and tests only
 */
export function useEditor(options: EditorOptions | (() => EditorOptions)): UsedEditor {
  let editor: Editor | undefined;
  const started = (): Editor => {
    if (editor === undefined) throw new Error('The editor is there inside tests only.');
    return editor;
  };

  before('start the editor', async function () {
    this.timeout(START_MS);
    const made = typeof options === 'function' ? options() : options;
    editor = await Editor.start(made);
    try {
      if (made.withoutWindow !== true) await editor.openWindow();
    } catch (error) {
      await editor.keepEvidence('start');
      throw error;
    }
  });

  afterEach('keep evidence of a failure', async function () {
    this.timeout(120_000);
    const test = this.currentTest;
    if (test?.state === 'failed') await editor?.keepEvidence(test.title);
  });

  after('stop the editor', async function () {
    this.timeout(120_000);
    await editor?.stop();
  });

  return {
    get editor() {
      return started();
    },
    get window() {
      return started().window;
    },
  };
}
