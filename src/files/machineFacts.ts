export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  /** A program's name, such as `bash`. */
  readonly loginShell: string | undefined;
  /** The editor's terminals'; absent: the login shell. */
  readonly terminalShell?: string | undefined;
  /** Absolute (extension, storage, launcher, socket, token, logs). Nothing at or below may change. */
  readonly gatePaths: readonly string[];
  /** Unreadable (token, stored keys). */
  readonly secretGatePaths: readonly string[];
  readonly movedAgentHomes?: readonly MovedAgentHome[];
}

export interface MovedAgentHome {
  /** Absolute. */
  readonly folder: string;
  /** Such as `.claude`. */
  readonly usualName: string;
}
