import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('the extension in VS Code', () => {
  const product = (): vscode.Extension<unknown> => {
    const extension = vscode.extensions.getExtension('auto-mode.auto-mode');
    assert.ok(extension !== undefined, 'VS Code does not know the extension');
    return extension;
  };

  it('activates', async () => {
    await product().activate();
    assert.equal(product().isActive, true);
  });

  it('registers every command that its manifest contributes', async () => {
    await product().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const contributed = (product().packageJSON as Manifest).contributes.commands.map(({ command }) => command);
    assert.ok(contributed.length > 0);
    assert.deepEqual(
      contributed.filter((command) => !registered.has(command)),
      [],
    );
  });
});
