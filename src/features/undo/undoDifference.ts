import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';
import type { UndoFile } from '../../panel/undo';
import type { Conflict, Snapshot, SnapshotDifference } from '../../snapshots/snapshotStore';

/** What an undo would do, or did, in one open folder. */
export interface FolderDifference {
  readonly snapshot: Snapshot;
  readonly difference: SnapshotDifference;
}

export function undoFiles(folders: readonly FolderDifference[]): readonly UndoFile[] {
  return folders.flatMap(({ snapshot, difference: { putBack, remove, conflicts } }) => {
    const shown = (path: string): string =>
      visibleLine(folders.length === 1 ? path : `${basename(snapshot.folder)}/${path}`);
    return [
      ...putBack.map(({ path }): UndoFile => ({ path: shown(path), becomes: 'back' })),
      ...remove.map(({ path }): UndoFile => ({ path: shown(path), becomes: 'away' })),
      ...conflicts.map(({ path, why }): UndoFile => ({ path: shown(path), becomes: 'stays', why: whyItStays(why) })),
    ];
  });
}

export function undoSummary(files: readonly UndoFile[], isDone: boolean): string {
  if (files.length === 0) return t('Everything is as it was before the run.');
  const count = (becomes: UndoFile['becomes']): number => files.filter((file) => file.becomes === becomes).length;
  const counts = { back: count('back'), away: count('away'), stays: count('stays') };
  return isDone
    ? t('Put back: {back}. Removed: {away}. Left as they are: {stays}.', counts)
    : t('To put back: {back}. To remove: {away}. Left as they are: {stays}.', counts);
}

/** One a line. Texts are visible: no name passes for another's. */
export function fileList(files: readonly UndoFile[]): string {
  const becomes = { back: t('put back'), away: t('removed'), stays: t('left as it is') };
  return files.map((file) => `${becomes[file.becomes]}: ${file.path}\n`).join('');
}

function whyItStays(why: Conflict['why']): string {
  switch (why) {
    case 'changed-since':
      return t('changed since the run');
    case 'not-recorded':
      return t('not known whether the run changed it');
    case 'content-lost':
      return t('its former content is lost');
    case 'not-kept':
      return t('its present content could not be kept');
    case 'refused':
      return t('could not be written');
  }
}
