import { homedir } from 'node:os';
import type { SettingsReader } from '../config/settingsReader';
import { gateHome } from '../disk/gateHome';
import { DiskSnapshotStore } from '../snapshots/diskSnapshotStore';
import type { SnapshotStore } from '../snapshots/snapshotStore';

const MEGABYTE = 1_000_000;
/** Settings are for one run. */
const RUNS_OF_FULL_SIZE = 5;
const MOST_SNAPSHOTS = 100;

/** @throws GateHomeError if its folder is another user's */
export function snapshotStore(settings: Pick<SettingsReader, 'window'>): SnapshotStore {
  const { directory, snapshots } = gateHome(homedir());
  return new DiskSnapshotStore({
    directory: snapshots,
    never: [directory],
    limits: () => {
      const { maxMegabytes, keepDays } = settings.window().configuration.snapshots;
      return { bytes: RUNS_OF_FULL_SIZE * maxMegabytes * MEGABYTE, snapshots: MOST_SNAPSHOTS, days: keepDays };
    },
  });
}
