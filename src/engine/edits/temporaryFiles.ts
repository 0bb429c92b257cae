/** New data files in the machine's temporary folder, and those that an agent wrote there. */
import type { AgentWrites } from '../model/ports';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { isAgentsText } from './agentsText';
import { everyName, type LocatedTouch } from '../../files/pathResolution';

/** A folder below may be another user's; programs may look for other names. */
const TEMPORARY_DATA =
  /^(?:\/private)?\/tmp\/[A-Za-z0-9][\w.-]{0,200}\.(?:txt|md|log|out|err|diff|patch|jsonl?|csv|tsv|ya?ml|xml|html)$/;

export function isOwnTemporaryFile(
  { change, resolved }: LocatedTouch,
  { platform }: Pick<MachineFacts, 'platform'>,
  files: FileSystem,
  writes: AgentWrites,
): boolean {
  const { real, remote, unknown } = resolved;
  if (platform === 'win32' || remote || unknown !== undefined || real === undefined) return false;
  if (change !== 'overwrite' && change !== 'in-place' && change !== 'delete') return false;
  if (!everyName(resolved).every((name) => TEMPORARY_DATA.test(name))) return false;
  const facts = files.inspect(real);
  if (facts === 'absent') return change === 'overwrite';
  if (facts === 'unreadable' || facts.type !== 'file' || facts.links > 1) return false;
  return isAgentsText(real, files, writes);
}
