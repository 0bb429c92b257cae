import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { useScratchStore } from './scratchStore';

describe('undoing a run', () => {
  const scratch = useScratchStore();
  const write = (name: string, content: string): string => scratch.folder.write(`work/${name}`, content);
  const remove = (name: string): void => {
    rmSync(scratch.folder.at(`work/${name}`), { recursive: true });
  };

  it('puts back what the run changed, removed and made, and leaves the rest', async () => {
    write('changed.txt', 'before');
    write('removed/deep.txt', 'here\r\n\0');
    write('tool.sh', '#!/bin/sh\n');
    chmodSync(scratch.folder.at('work/tool.sh'), 0o751);
    write('same.txt', 'same');
    symlinkSync('same.txt', scratch.folder.at('work/link'));
    mkdirSync(scratch.folder.at('work/empty'));
    const before = scratch.tree();
    const store = scratch.store();
    const { id, complete, files } = await store.keep({ folder: scratch.work, run: { command: 'npm test' } });
    assert.equal(complete, true);
    assert.equal(files, 4);

    write('changed.txt', 'after!');
    remove('removed');
    chmodSync(scratch.folder.at('work/tool.sh'), 0o600);
    remove('link');
    write('link', 'now a file');
    remove('empty');
    write('made/by/run.txt', 'x');
    await store.finish(id);
    const after = scratch.tree();

    const difference = await store.difference(id);
    assert.deepEqual(difference.conflicts, []);
    assert.deepEqual(difference.putBack.map(({ path, kind }) => `${path} ${kind}`).sort(), [
      'changed.txt content',
      'empty missing',
      'link replaced',
      'removed missing',
      'removed/deep.txt missing',
      'tool.sh mode',
    ]);
    assert.deepEqual(difference.remove.map(({ path }) => path).sort(), ['made', 'made/by', 'made/by/run.txt']);

    const { undoneBy, ...done } = await store.undo(id);
    assert.deepEqual(scratch.tree(), before);
    assert.deepEqual(done.conflicts, []);
    assert.ok(undoneBy);
    assert.deepEqual((await store.undo(undoneBy)).conflicts, []);
    assert.deepEqual(scratch.tree(), after, 'the undo is undone');
  });

  it('never touches what changed since', async () => {
    for (const name of ['a', 'b', 'c', 'd']) write(name, `${name} before`);
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    for (const name of ['a', 'b', 'c']) write(name, `${name} after!`);
    write('new1', 'x');
    write('new2', 'x');
    await store.finish(id);
    write('a', 'a mine!!');
    remove('b');
    write('new1', 'y');
    write('later', 'z');
    write('d', 'd mine!!');
    const result = await store.undo(id);
    assert.deepEqual(result.conflicts.map(({ path, why }) => `${path} ${why}`).sort(), [
      'a changed-since',
      'b changed-since',
      'new1 changed-since',
    ]);
    const tree = scratch.tree();
    assert.match(tree['a'] ?? '', /a mine!!$/);
    assert.match(tree['c'] ?? '', /c before$/);
    assert.match(tree['d'] ?? '', /d mine!!$/);
    assert.match(tree['new1'] ?? '', /y$/);
    assert.match(tree['later'] ?? '', /z$/);
    assert.equal(tree['b'], undefined);
    assert.equal(tree['new2'], undefined);
  });

  it('only brings back what is gone where the state after the run is not known', async () => {
    write('gone', 'x');
    write('changed', 'before');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    remove('gone');
    write('changed', 'after');
    write('made', 'x');
    const result = await store.undo(id);
    assert.deepEqual(result.conflicts, [{ path: 'changed', why: 'not-recorded' }]);
    assert.deepEqual(
      result.putBack.map(({ path }) => path),
      ['gone'],
    );
    assert.deepEqual(Object.keys(scratch.tree()).sort(), ['changed', 'gone', 'made']);
  });

  it('does not write through a link that took the place of a folder since', async () => {
    write('a/file', 'before');
    scratch.folder.write('outside/file', 'not yours');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    write('a/file', 'after');
    await store.finish(id);
    remove('a');
    symlinkSync(scratch.folder.at('outside'), scratch.folder.at('work/a'));
    const result = await store.undo(id);
    assert.deepEqual(result.conflicts, [{ path: 'a/file', why: 'changed-since' }]);
    assert.equal((await store.difference(id)).putBack.length, 0);
    const outside = scratch.folder.at('outside/file');
    assert.equal((await import('node:fs')).readFileSync(outside, 'utf8'), 'not yours');
  });

  it('turns a link made by the run into the folder that it replaced', async () => {
    write('a/file', 'before');
    scratch.folder.write('outside/file', 'not yours');
    const before = scratch.tree();
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    remove('a');
    symlinkSync(scratch.folder.at('outside'), scratch.folder.at('work/a'));
    await store.finish(id);
    assert.deepEqual((await store.undo(id)).conflicts, []);
    assert.deepEqual(scratch.tree(), before);
  });

  it('keeps a folder that the run made and the user put something into', async () => {
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    write('made/one', 'x');
    await store.finish(id);
    write('made/mine', 'y');
    const result = await store.undo(id);
    assert.deepEqual(result.conflicts, [{ path: 'made', why: 'changed-since' }]);
    assert.deepEqual(Object.keys(scratch.tree()), ['made', 'made/mine']);
  });

  it('gives the content from before', async () => {
    write('a', 'before');
    const store = scratch.store();
    const { id } = await store.keep({ folder: scratch.work });
    writeFileSync(scratch.folder.at('work/a'), 'after');
    assert.equal((await store.content(id, 'a'))?.toString(), 'before');
    assert.equal(await store.content(id, 'b'), undefined);
    await assert.rejects(store.content('../../x', 'a'), /no such snapshot/);
  });
});
