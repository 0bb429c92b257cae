/** What the checks of the command half of the hard floor share: what they get, what they give. */
import type { SimpleCommand, Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { VariableSet } from './variablesSet';
import type { RootFolders } from './rootFolders';

/** One simple command and the line that it stands in. */
export interface CheckedCommand {
  readonly command: SimpleCommand;
  /** The program without its folder; lower case where the file system ignores case. Empty where no program is named. */
  readonly program: string;
  readonly args: readonly Word[];
  /** What it gives environment variables. */
  readonly variables: readonly VariableSet[];
  readonly line: CheckedLine;
}

export interface CheckedLine {
  readonly commands: readonly SimpleCommand[];
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly roots: RootFolders;
  /** Those of the commands that look the editor's processes up, for what is done to the processes. */
  readonly editorLookups: readonly SimpleCommand[];
}

/** One check. It recognises what it is made for and has no opinion on anything else. */
export type CommandCheck = (checked: CheckedCommand) => FloorHit | undefined;

/** The check, with what would clear it. */
export interface CommandRule {
  /** Short and stable: the log, the panel and tests name it. */
  readonly check: string;
  readonly remedy: string;
}

/** @param what completes "The command would ..." */
export function ruleHit(rule: CommandRule, what: string, fragment: string): FloorHit {
  return {
    check: rule.check,
    reason: `The command would ${what}. That is out of an agent's reach.`,
    fragment,
    remedy: rule.remedy,
  };
}

/** The command as written, for people. */
export function writtenCommand({ words }: SimpleCommand): string {
  return words.map(({ raw }) => raw).join(' ');
}
