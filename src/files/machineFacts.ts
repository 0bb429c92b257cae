/** Where things are on this machine. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  /** By its program's name, such as `bash`; undefined if not known. */
  readonly loginShell: string | undefined;
  /**
   * The gate's own (extension, storage, launcher, socket, token, logs): absolute paths, no change allowed at or
   * below.
   */
  readonly gatePaths: readonly string[];
  /** Those that must not even be read (token, stored keys). */
  readonly secretGatePaths: readonly string[];
  /** Configuration homes that the user's own environment moved. */
  readonly movedAgentHomes?: readonly MovedAgentHome[];
}

export interface MovedAgentHome {
  /** Absolute. */
  readonly folder: string;
  /** The usual folder in the user's home, such as `.claude`. */
  readonly usualName: string;
}
