/** An agent's session has seen its own output, as of background tasks. */
import type { ToolCall } from '../../calls/toolCall';
import { starPattern } from '../../common/starPattern';
import { AGENTS } from '../../facts/agents';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

/** An id is no pattern and no path. */
const SESSION = /^[\w-]{8,100}$/;

export type IsOwnOutput = (path: string) => boolean;

/** @returns for absolute paths, links followed; never for files with a second name */
export function ownOutputOf(
  { request: { agent, sessionId } }: ToolCall,
  { machine, files }: { readonly machine: MachineFacts; readonly files: FileSystem },
): IsOwnOutput {
  const folders = AGENTS.find(({ id }) => id === agent)?.sessionFolders ?? [];
  if (sessionId === undefined || !SESSION.test(sessionId) || machine.platform === 'win32') return () => false;
  return (path) => {
    if (!path.includes(`/${sessionId}/`)) return false;
    const names = path.replace(/^\/private(?=\/tmp\/)/, '').split('/');
    if (
      !folders.some((folder) =>
        isBelow(
          names,
          folder.replace(/^~/, () => machine.homeDirectory),
          sessionId,
        ),
      )
    ) {
      return false;
    }
    const facts = files.inspect(path);
    return typeof facts === 'object' && facts.type === 'file' && facts.links === 1;
  };
}

function isBelow(names: readonly string[], folder: string, sessionId: string): boolean {
  const pattern = folder.split('/');
  return (
    names.length > pattern.length &&
    pattern.every((part, at) => (part === '<session>' ? names[at] === sessionId : starPattern(part)(names[at] ?? '')))
  );
}
