/** A container has its own files and processes, unless it gets this machine's. */
import { programName, type SimpleCommand } from '../../shell/model/analysis';
import { mountsOf } from '../../calls/command/containerMounts';
import type { RootFolders } from './rootFolders';

/** `unknown`: it may hold folders of this machine, so emptying it whole counts. */
export type Place = 'here' | 'container' | 'unknown';

/** As runners name it; another machine's files are the user's too. */
const CONTAINER =
  /^(?:\S*\/)?(?:docker|podman|nerdctl|finch|container|docker-compose|podman-compose|kubectl|oc|microk8s\.kubectl|lxc|incus|multipass)(?: |$)/;
const OF_A_CLUSTER = /^(?:\S*\/)?(?:kubectl|oc|microk8s\.kubectl|lxc|incus|multipass)(?: |$)/;
const STARTS = /^(?:\S*\/)?(?:docker|podman|nerdctl|finch|container)(?: container)? (?:run|create)(?: |$)/;

const OPENS = /^--(?:privileged|device|pid|cap-add|volumes-from|security-opt|userns|ipc)(?:=|$)/;

export function placeOf(command: SimpleCommand, commands: readonly SimpleCommand[], roots: RootFolders): Place {
  const { elsewhere } = command.context;
  if (elsewhere === undefined || !CONTAINER.test(elsewhere)) return 'here';
  if (OF_A_CLUSTER.test(elsewhere)) return 'container';
  if (!STARTS.test(elsewhere)) return 'unknown';
  const starter = commands
    .slice(0, Math.max(0, commands.indexOf(command)))
    .findLast((other) => other.context.elsewhere === undefined && mountsOf(other) !== undefined);
  if (starter === undefined || programName(starter) === undefined) return 'here';
  if (starter.words.some(({ text }) => OPENS.test(text ?? ''))) return 'here';
  const mounts = mountsOf(starter) ?? [];
  if (mounts.some(({ outside }) => roots.matchText(outside, undefined) !== undefined)) return 'here';
  return starter.words.every(({ text }) => text !== undefined) ? 'container' : 'unknown';
}
