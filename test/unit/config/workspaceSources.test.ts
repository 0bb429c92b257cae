import assert from 'node:assert/strict';
import { StickyRules } from '../../../src/config/stickyRules';
import type { FileOnDisk } from '../../../src/config/workspaceRuleFiles';
import { WorkspaceSources, type WorkspacePlace } from '../../../src/config/workspaceSources';

const DENY = 'permissions.deny';

interface Place {
  reported?: unknown;
  text?: string | undefined;
  isFolder?: boolean;
}

/** What the sources of `folders` deny, for a call from the folder `from`. */
function denied(sources: WorkspaceSources, folders: readonly string[], from = folders[0]): readonly unknown[] {
  return sources.sources(folders, from).flatMap(({ values }) => (values[DENY] as unknown[] | undefined) ?? []);
}

function sourcesOf(places: Readonly<Record<string, Place>>): WorkspaceSources {
  let stored: unknown;
  const rules = new StickyRules({ get: () => stored, set: (value) => (stored = value) });
  const fileOnDisk = (path: string): FileOnDisk => ({
    stamp: () => places[path]?.text ?? '',
    text: () => places[path]?.text,
  });
  return new WorkspaceSources(
    rules,
    fileOnDisk,
    () =>
      new Map(
        Object.entries(places).map(([name, place]): [string, WorkspacePlace] => [
          name,
          {
            isFolder: place.isFolder ?? true,
            file: 'text' in place ? { path: name, kind: 'settings' } : undefined,
            valueOf: (key) => (key === DENY ? place.reported : undefined),
          },
        ]),
      ),
  );
}

describe('the rules of a workspace', () => {
  it('are those of its file, and of the folder that a call comes from', () => {
    const sources = sourcesOf({
      file: { isFolder: false, reported: ['bash(a)'] },
      one: { reported: ['bash(b)'] },
      other: { reported: ['bash(c)'] },
    });
    assert.deepEqual(denied(sources, ['one']), ['bash(a)', 'bash(b)']);
  });

  it('count in the file before the editor reports them', () => {
    const sources = sourcesOf({
      one: { reported: ['bash(a)'], text: '{"autoMode.permissions.deny": ["bash(a)", "bash(b)"]}' },
    });
    assert.deepEqual(denied(sources, ['one']), ['bash(a)', 'bash(b)']);
  });

  it('that a half-written file holds count beside those reported', () => {
    const sources = sourcesOf({ one: { reported: ['bash(a)'], text: '{"autoMode.permissions.deny": ["bash(b)"' } });
    assert.deepEqual(denied(sources, ['one']), ['bash(a)', 'bash(b)']);
  });

  it('may be in a file that cannot be read, which is named', () => {
    const sources = sourcesOf({ one: { text: undefined } });
    assert.deepEqual(
      sources.sources(['one'], 'one').map(({ unreadable }) => unreadable),
      [undefined, 'one'],
    );
  });

  it('stay when they vanish, until they are dropped', () => {
    const places: Record<string, Place> = { one: { reported: ['bash(a)'] } };
    const sources = sourcesOf(places);
    sources.note();
    places['one'] = { reported: [] };
    assert.deepEqual(denied(sources, ['one']), ['bash(a)']);
    sources.drop(sources.removed());
    assert.deepEqual(denied(sources, ['one']), []);
  });

  it('of a closed folder count for a call from none of the open ones', () => {
    const places: Record<string, Place> = { one: { reported: ['bash(a)'] }, other: { reported: ['bash(b)'] } };
    const sources = sourcesOf(places);
    sources.note();
    delete places['one'];
    assert.deepEqual(denied(sources, ['other']), ['bash(b)']);
    assert.equal(sources.sources(['other'], undefined).length, 2);
  });
});
