/** What a known tool's input says. */
import type { JsonObject } from '../../common/json';
import type { ShellLanguage } from '../../facts/agents/toolFacts';
import type { FileTouch } from '../../files/fileTouch';
import type { RuleKind } from './ruleKind';

export interface ToolSubject {
  readonly command?: string;
  readonly shell?: ShellUse;
  readonly files?: readonly FileTouch[];
  readonly url?: string;
  readonly query?: string;
  readonly subagent?: string;
  readonly skill?: string;
  /** Only to block. */
  readonly isGuess?: boolean;
}

export interface ShellUse {
  readonly language: ShellLanguage;
  /** Absolute, or relative to the call's folder. */
  readonly folder: string | undefined;
  /** A session's living shell; undefined: one for each command. */
  readonly living: string | undefined;
  /** Effect unknown. */
  readonly oddField: string | undefined;
}

export interface ToolSpec {
  readonly kind: RuleKind | 'other';
  /** Only reads or coordinates (both seeds' lists): skips the classifier. */
  readonly safe: boolean;
  readonly asksUser?: boolean;
  /** @throws InputProblem where the input does not fit */
  readonly subject: (input: JsonObject) => ToolSubject;
}
