export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  /** A program's name, such as `bash`. */
  readonly loginShell: string | undefined;
  /** Of the editor's terminals; absent: the login shell. */
  readonly terminalShell?: string | undefined;
  /** Absolute (extension, storage, launcher, socket, token, logs); no change at or below is allowed. */
  readonly gatePaths: readonly string[];
  /** Not even readable (token, stored keys). */
  readonly secretGatePaths: readonly string[];
  /** By the user's own environment. */
  readonly movedAgentHomes?: readonly MovedAgentHome[];
}

export interface MovedAgentHome {
  /** Absolute. */
  readonly folder: string;
  /** Such as `.claude`. */
  readonly usualName: string;
}
