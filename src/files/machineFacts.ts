/** Where things are on this machine. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  /** Its program's name, such as `bash`. */
  readonly loginShell: string | undefined;
  /** Absolute paths (extension, storage, launcher, socket, token, logs); no change allowed at or below. */
  readonly gatePaths: readonly string[];
  /** Not even readable (token, stored keys). */
  readonly secretGatePaths: readonly string[];
  /** Moved by the user's own environment. */
  readonly movedAgentHomes?: readonly MovedAgentHome[];
}

export interface MovedAgentHome {
  /** Absolute. */
  readonly folder: string;
  /** In the user's home, such as `.claude`. */
  readonly usualName: string;
}
