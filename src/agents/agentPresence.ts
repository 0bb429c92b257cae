/** Never starts an agent: a name on the PATH may run anything. */
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { CONNECTABLE_AGENTS } from '../facts/agents';
import { readFolderFile } from './files/folderFile';

export interface AgentPresence {
  readonly program: string | undefined;
  readonly version: string | undefined;
  /** Also as an editor extension. */
  readonly used: boolean;
  /** Set only for a known, older version. */
  readonly needs: string | undefined;
}

export function agentPresence(agent: string, directory: string, environment: NodeJS.ProcessEnv): AgentPresence {
  const known = CONNECTABLE_AGENTS.find(({ id }) => id === agent);
  const program =
    known === undefined ? undefined : findOnPath(known.programs[0] ?? known.id, environment['PATH'] ?? '');
  const version =
    known === undefined || program === undefined ? undefined : versionBeside(program, known.connection.packageName);
  const isOld = known !== undefined && version !== undefined && isOlder(version, known.connection.minimum);
  return { program, version, used: existsSync(directory), needs: isOld ? known.connection.minimum : undefined };
}

function findOnPath(name: string, path: string): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((one) => join(folder, one)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    });
}

function versionBeside(program: string, packageName: string): string | undefined {
  let place: string;
  try {
    place = realpathSync(program);
  } catch {
    return undefined;
  }
  // Some installers name a folder after the version.
  if (VERSION.test(basename(place))) return basename(place);
  for (let level = 0; level < 4; level += 1) {
    place = dirname(place);
    const file = readFolderFile(join(place, 'package.json'));
    const version = file.kind === 'text' ? versionOf(file.text, packageName) : undefined;
    if (version !== undefined) return version;
  }
  return undefined;
}

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

function versionOf(text: string, packageName: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { name, version } = parsed as Record<string, unknown>;
    return name === packageName && typeof version === 'string' && VERSION.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

function isOlder(version: string, than: string): boolean {
  const left = version.split('.').map(Number);
  const right = than.split('.').map(Number);
  for (const [index, part] of right.entries()) {
    const own = left[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
