import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { CheckRequest } from '../../calls/request';
import { projectFolders } from '../model/configuration';
import type { CallContext } from '../model/stage';
import { ownOutputOf, type IsOwnOutput } from './sessionFolders';

export interface ReadOnlyPlace {
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  /** False: no repository's configuration counts. */
  readonly trusted: boolean;
  readonly workspaceFolders: readonly string[];
  /** Their programs are unknown. */
  readonly projectFolders: readonly string[];
  readonly environment: CheckRequest['environment'];
  readonly isOwnOutput: IsOwnOutput;
}

export function readOnlyPlace({ call, configuration, gate }: CallContext): ReadOnlyPlace {
  const { machine, files } = gate;
  const { trusted, workspaceFolders } = configuration;
  const { environment } = call.request;
  return {
    ...{ machine, files, trusted, workspaceFolders, environment },
    projectFolders: projectFolders(configuration),
    isOwnOutput: ownOutputOf(call, gate),
  };
}
