import type { SimpleCommand, Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { VariableSet } from './variablesSet';
import type { RootFolders } from './rootFolders';

export interface CheckedCommand {
  readonly command: SimpleCommand;
  /** Without folder; lower case if the file system ignores case; empty if unnamed. */
  readonly program: string;
  readonly args: readonly Word[];
  readonly variables: readonly VariableSet[];
  readonly line: CheckedLine;
}

export interface CheckedLine {
  readonly commands: readonly SimpleCommand[];
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly roots: RootFolders;
  /** They look up the editor's processes. */
  readonly editorLookups: readonly SimpleCommand[];
}

export type CommandCheck = (checked: CheckedCommand) => FloorHit | undefined;

export interface CommandRule {
  /** Stable: named in the log, the panel and tests. */
  readonly check: string;
  readonly remedy: string;
}

/** @param what ends "The command would ..." */
export function ruleHit(rule: CommandRule, what: string, fragment: string): FloorHit {
  return {
    check: rule.check,
    reason: `The command would ${what}. That is out of an agent's reach.`,
    fragment,
    remedy: rule.remedy,
  };
}

export function writtenCommand({ words }: SimpleCommand): string {
  return words.map(({ raw }) => raw).join(' ');
}
