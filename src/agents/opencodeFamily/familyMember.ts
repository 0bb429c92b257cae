/** What opencode and the programs made from it call their things. */
export interface FamilyMember {
  readonly id: string;
  readonly name: string;
  /** In the user's folder for configurations. */
  readonly folder: string;
  /** It adds this address where it is missing. */
  readonly schema: string;
  /** Its user's files; of several that name the same thing the first counts, since it is read last. */
  readonly userFiles: readonly string[];
  /** Made where all of them are missing. */
  readonly newUserFile: string;
  /** In a repository. */
  readonly projectFolders: readonly string[];
  /** In a repository, and in those folders. */
  readonly projectFiles: readonly string[];
  /** Tools with which it asks its user. */
  readonly questions: ReadonlySet<string>;
  /** See `PluginAgent`. */
  readonly isDrivenFromAfar?: true;
}

/** Of each folder that it reads. */
export const CODE_FOLDERS: readonly string[] = ['plugin', 'plugins', 'tool', 'tools'];
