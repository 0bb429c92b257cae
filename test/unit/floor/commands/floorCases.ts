import { analyse } from '../../../../src/shell/analyse';
import { commandFloor } from '../../../../src/floor/commands/commandFloor';
import type { FloorHit } from '../../../../src/floor/files/fileFloor';
import type { MachineFacts } from '../../../../src/files/machineFacts';
import { fakeFiles, HOME, WORKSPACE, type Tree } from '../../engine/fakeGate';

export const LINUX: MachineFacts = {
  platform: 'linux',
  homeDirectory: HOME,
  loginShell: 'bash',
  gatePaths: [`${HOME}/.auto-mode`],
  secretGatePaths: [`${HOME}/.auto-mode/token`, `${HOME}/.auto-mode/snapshots`],
};

export interface FloorWorld {
  readonly cwd?: string;
  readonly machine?: MachineFacts;
  readonly tree?: Tree;
}

/** What the floor says of a command line, read as bash would. */
export function floorOf(
  script: string,
  { cwd = WORKSPACE, machine = LINUX, tree = {} }: FloorWorld = {},
): FloorHit | undefined {
  const analysis = analyse(script, 'bash', { cwd, home: machine.homeDirectory, platform: machine.platform });
  return commandFloor(analysis, machine, fakeFiles({ [WORKSPACE]: undefined, ...tree }));
}
