export interface OpenFolder {
  readonly uri: { readonly scheme: string; readonly fsPath: string };
}

/**
 * Excludes virtual workspaces: by their paths a window would take calls from agents in a folder that it does not have
 * open.
 */
export function localFolders(folders: readonly OpenFolder[] | undefined): string[] {
  return (folders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
