import assert from 'node:assert/strict';
import { OpenedFolders } from '../../../src/config/openedFolders';

describe('the real paths of open folders', () => {
  it('are those that they had at first, or unknown', () => {
    const links = new Map([
      ['/w', '/w'],
      ['/link', '/real'],
    ]);
    const folders = new OpenedFolders((path) => links.get(path));
    assert.deepEqual(folders.at('/w'), { path: '/w', real: '/w' });
    assert.deepEqual(folders.at('/link'), { path: '/link', real: '/real' });
    // An agent moves the folder away and puts a link to a folder with looser overrides in its place.
    links.set('/w', '/loose');
    links.delete('/link');
    assert.deepEqual(folders.at('/w'), { path: '/w', real: undefined });
    assert.deepEqual(folders.at('/link'), { path: '/link', real: undefined });
    links.set('/w', '/w');
    assert.deepEqual(folders.at('/w'), { path: '/w', real: '/w' });
  });

  it('stay unknown where they were at first', () => {
    const links = new Map<string, string>();
    const folders = new OpenedFolders((path) => links.get(path));
    assert.equal(folders.at('/w').real, undefined);
    links.set('/w', '/loose');
    assert.equal(folders.at('/w').real, undefined);
  });

  it('are known from the moment on that a folder is made where it was to be', () => {
    const links = new Map<string, string>();
    const folders = new OpenedFolders((path) => links.get(path));
    assert.deepEqual(folders.moved(['/w']), []);
    links.set('/w', '/w');
    assert.deepEqual(folders.moved(['/w']), []);
    links.set('/w', '/loose');
    assert.deepEqual(folders.moved(['/w']), ['/w']);
  });

  it('tell which folders lie elsewhere now', () => {
    const links = new Map([
      ['/a', '/a'],
      ['/b', '/real'],
    ]);
    const folders = new OpenedFolders((path) => links.get(path));
    const open = ['/a', '/b', '/on/another/machine'];
    assert.deepEqual(folders.moved(open), []);
    links.set('/b', '/home/me/other');
    assert.deepEqual(folders.moved(open), ['/b']);
    links.delete('/a');
    assert.deepEqual(folders.moved(open), ['/a', '/b']);
    assert.deepEqual(folders.moved(['/a']), ['/a']);
  });
});
