import type { Tree } from './fakeGate';

/** Folders of processes, as the gate's own process sees them. */
export const PROCESS_FOLDERS: Tree = {
  '/proc/self': { link: '/proc/77' },
  '/proc/thread-self': { link: '/proc/77/task/77' },
  '/proc/77/cwd': { link: '/srv/gate' },
  '/proc/77/root': { link: '/' },
  '/proc/77/task/77/cwd': { link: '/srv/gate' },
  '/proc/77/task/77/root': { link: '/' },
  '/proc/1/cwd': { link: '/' },
  '/srv/gate/x': 'x',
};
