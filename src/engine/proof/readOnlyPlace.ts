import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { CheckRequest } from '../../calls/request';
import type { CallContext } from '../model/stage';

export interface ReadOnlyPlace {
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  /** False: no repository's configuration is relied on. */
  readonly trusted: boolean;
  readonly workspaceFolders: readonly string[];
  readonly environment: CheckRequest['environment'];
}

export function readOnlyPlace({ call, configuration, gate }: CallContext): ReadOnlyPlace {
  const { machine, files } = gate;
  const { trusted, workspaceFolders } = configuration;
  return { machine, files, trusted, workspaceFolders, environment: call.request.environment };
}
