import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { BridgeOptions } from '../../../../src/bridge/bridge';
import { BridgeRig, decided } from '../bridgeRig';

describe('which window decides in a git work tree', function () {
  this.timeout(300_000);
  let rig: BridgeRig;
  let app = '';
  let tree = '';
  let session = 0;
  beforeEach(() => {
    rig = new BridgeRig();
    [app, tree] = [rig.folder('work', 'app'), rig.folder('work', 'feature')];
  });
  afterEach(() => rig.dispose());

  const anew = (): string => `worktree-${(session += 1)}`;
  const known = (claims = true): Partial<BridgeOptions> => ({
    repositoryOf: (folder) =>
      folder === tree || folder.startsWith(`${tree}/`) ? (folders) => folders.find((one) => one === app) : undefined,
    claims: () => claims,
  });

  it('the one that has its repository open', async () => {
    await rig.window('other', [rig.folder('other')], known());
    await rig.window('app', [app], known());
    assert.equal(await rig.decider(tree, anew()), 'app');
    assert.equal(await rig.decider(join(tree, 'src'), anew()), 'app');
    assert.equal(await rig.decider(app, anew()), 'app');
    assert.equal(await rig.decider(rig.folder('work'), anew()), 'none');
  });

  it('none, where no window has it open', async () => {
    await rig.window('other', [rig.folder('other')], known());
    assert.equal(await rig.decider(tree, anew()), 'none');
  });

  it('from outside, where that window does not take the folder for one', async () => {
    await rig.window('app', [app], known(false));
    assert.equal(await rig.decider(tree, anew()), 'app from outside');
  });

  it('first the one that has the work tree itself open, and the rules of the other hold too', async () => {
    await rig.window('app', [app], {
      ...known(),
      restrain: () => Promise.resolve(decided('block', 'by the rules of app')),
    });
    const opened = await rig.window('tree', [tree], known());
    assert.match((await rig.call(tree, anew())).stdout, /by the rules of app/);
    await opened.dispose();
    assert.equal(await rig.decider(tree, anew()), 'app');
  });

  it('the one with the repository, where auto mode is off in the one around it', async () => {
    await rig.window('around', [rig.folder('work')], { ...known(), isOn: () => false, outcome: () => 'defer' });
    await rig.window('app', [app], known());
    assert.equal(await rig.decider(tree, anew()), 'app');
  });

  describe('a session whose work tree was broken since', () => {
    const broken: Partial<BridgeOptions> = { repositoryOf: () => undefined, claims: () => false };

    it('stays with the window of its repository after a reload, and is decided from outside', async () => {
      const id = anew();
      const opened = await rig.window('app', [app], known());
      assert.equal(await rig.decider(tree, id), 'app');
      await opened.dispose();
      const reloaded = await rig.window('app', [app], broken);
      assert.equal(await rig.decider(tree, id), 'app from outside');
      assert.equal(await rig.decider(tree, anew()), 'none');
      await reloaded.dispose();
      await rig.window('other', [rig.folder('other')], broken);
      assert.equal(await rig.decider(tree, id), 'none');
    });

    it('belongs to it again once the work tree is whole', async () => {
      const id = anew();
      let whole = true;
      await rig.window('app', [app], {
        repositoryOf: (folder) => (whole ? known().repositoryOf?.(folder) : undefined),
        claims: () => whole,
      });
      assert.equal(await rig.decider(tree, id), 'app');
      whole = false;
      assert.equal(await rig.decider(tree, id), 'app from outside');
      whole = true;
      assert.equal(await rig.decider(tree, id), 'app');
    });
  });
});
