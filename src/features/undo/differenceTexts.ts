import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import { readRegularFile } from '../../disk/regularFile';
import type { SnapshotStore } from '../../snapshots/snapshotStore';
import type { FolderDifference } from './undoDifference';

const MOST_BYTES = 2_000_000;
/** All together, in memory. */
const MOST_CHARACTERS = 20_000_000;

export interface FileTexts {
  /** Absolute. */
  readonly path: string;
  /** As it is; undefined: missing. */
  readonly now: string | undefined;
  /** As it would be; undefined: removed. */
  readonly then: string | undefined;
}

/** Of an undo's first files, without folders. A sentence replaces texts beyond the bounds. */
export async function differenceTexts(
  folders: readonly FolderDifference[],
  store: Pick<SnapshotStore, 'content'>,
  most: number,
): Promise<readonly FileTexts[]> {
  const texts: FileTexts[] = [];
  let left = MOST_CHARACTERS;
  const within = (text: string): string => {
    left -= text.length;
    return left < 0 ? notShown() : text;
  };
  for (const { snapshot, difference } of folders) {
    const { id, folder } = snapshot;
    const at = (path: string): string => join(folder, path);
    for (const { path, isFolder, kind } of difference.putBack) {
      if (isFolder || texts.length >= most) continue;
      const then = within(shownText(await store.content(id, path)));
      texts.push({ path: at(path), now: kind === 'missing' ? undefined : within(presentText(at(path))), then });
    }
    for (const { path, isFolder } of difference.remove) {
      if (!isFolder && texts.length < most)
        texts.push({ path: at(path), now: within(presentText(at(path))), then: undefined });
    }
  }
  return texts;
}

/** For a link, its target. */
function presentText(path: string): string {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return readlinkSync(path);
    return shownText(stats.isFile() ? readRegularFile(path, MOST_BYTES) : undefined);
  } catch {
    return shownText(undefined);
  }
}

function shownText(content: Buffer | undefined): string {
  if (content === undefined || content.length > MOST_BYTES) return notShown();
  if (content.includes(0)) return t('(not text: {count} bytes)', { count: content.length });
  return content.toString('utf8');
}

function notShown(): string {
  return t('(too large to be shown, or not readable)');
}
