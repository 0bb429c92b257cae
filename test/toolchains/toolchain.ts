/** One of the programs that projects are tested, checked or built with, and a small project for it. */
export interface Toolchain {
  readonly name: string;
  /** Prints its version. */
  readonly version: string;
  /** Path in the workspace to text. */
  readonly files: Readonly<Record<string, string>>;
  /** What makes protected files, such as the Makefiles of cmake: runs outside in any case. */
  readonly prepare?: string;
  /** What an agent would run. */
  readonly line: string;
  /** Over `files`: with these the line fails. */
  readonly broken: Readonly<Record<string, string>>;
  /** The workspace is a git repository, and `files` are in its index. */
  readonly git?: true;
  /** The installed packages of npm are beside the project. */
  readonly packages?: true;
  /** Lines of its output that differ from run to run. */
  readonly varies?: RegExp;
}
