/** Where things are on this machine. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  /** The user's login shell by the name of its program, such as `bash`; undefined where it is not known. */
  readonly loginShell: string | undefined;
  /** Folders and files of the gate itself (extension, storage, launcher, socket, token, logs): absolute paths, no change allowed at or below. */
  readonly gatePaths: readonly string[];
  /** Of those, the ones that must not even be read (token, stored keys). */
  readonly secretGatePaths: readonly string[];
  /** Agents' configuration homes to which the user's own environment gives another place than the usual one. */
  readonly movedAgentHomes?: readonly MovedAgentHome[];
}

export interface MovedAgentHome {
  /** Absolute. */
  readonly folder: string;
  /** Of the folder whose place it takes in the user's home, such as `.claude`. */
  readonly usualName: string;
}
