export interface OpenFolder {
  readonly uri: { readonly scheme: string; readonly fsPath: string };
}

/** By paths of virtual workspaces a window would take calls for folders that it has not open. */
export function localFolders(folders: readonly OpenFolder[] | undefined): string[] {
  return (folders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
