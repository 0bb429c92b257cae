/** How opencode and programs made from it name things. */
export interface FamilyMember {
  readonly id: string;
  readonly name: string;
  /** In the user's folder for configurations. */
  readonly folder: string;
  /** Added where it is missing. */
  readonly schema: string;
  /** The user's files. The first counts: it is read last. */
  readonly userFiles: readonly string[];
  /** Made if all are missing. */
  readonly newUserFile: string;
  /** In a repository. */
  readonly projectFolders: readonly string[];
  /** In a repository, and in those folders. */
  readonly projectFiles: readonly string[];
  /** With these it asks its user. */
  readonly questions: ReadonlySet<string>;
  /** See `PluginAgent`. */
  readonly isDrivenFromAfar?: true;
}

/** Of each folder that it reads. */
export const CODE_FOLDERS: readonly string[] = ['plugin', 'plugins', 'tool', 'tools'];
