/** Models on a server of the user, in one editor: each part begins without a model and leaves none behind. */
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import { changedModel } from './ownServer/changedModel';
import { chosenServer } from './ownServer/chosenServer';
import { shownRequest } from './ownServer/shownRequest';
import { testedModel } from './ownServer/testedModel';

const SETTINGS = ['stages', 'model', 'baseUrl', 'logRequests'];

describe('with a server of the user', function () {
  this.timeout(300_000);
  const used = useEditor({ name: 'own-server' });

  async function withoutModel(): Promise<void> {
    await used.window.page.keyboard.press('Escape');
    for (const name of SETTINGS) await used.window.changeSetting(`autoMode.classifier.${name}`, undefined);
    const read = (): Promise<unknown> =>
      used.window.runInHost((vscode) => vscode.workspace.getConfiguration('autoMode.classifier').get('model'));
    await until(read, '');
    await used.window.executeCommand('workbench.action.closeAllEditors');
    await used.window.executeCommand('notifications.clearAll');
  }

  for (const [title, part] of [
    ['what the classifier sees', shownRequest],
    ['testing a model from the editor', testedModel],
    ['a server that is chosen', chosenServer],
    ['a model that changes', changedModel],
  ] as const) {
    describe(title, () => {
      part(used);
      after('take the model away', withoutModel);
    });
  }
});
