/** The part of VS Code's WorkspaceFolder that is needed here. */
export interface OpenFolder {
  readonly uri: { readonly scheme: string; readonly fsPath: string };
}

/**
 * Absolute paths of the open folders that are on this machine's disk. Others, of virtual workspaces, have paths too, by which their window
 * would take the calls of agents in a folder that it does not have open.
 */
export function localFolders(folders: readonly OpenFolder[] | undefined): string[] {
  return (folders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
