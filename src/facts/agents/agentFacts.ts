/** What is known of one agent. Its file here and, if it can be connected, its folder in `agents` are all that names it. */
import type { ToolFacts } from './toolFacts';

export interface AgentFacts {
  /** Used in calls and settings. */
  readonly id: string;
  /** Shown to users. */
  readonly name: string;
  /** The first starts it; all are names of it. */
  readonly programs: readonly string[];
  /** Words that name it in any text: letters and hyphens. Leave out a program with the name of an everyday thing. */
  readonly words?: readonly string[];
  /** As package runners name them, and as folders of installed packages end. */
  readonly packages?: readonly string[];
  /** Variables that give it another configuration, or none of its hooks. */
  readonly variables?: readonly string[];
  /** In code or unread text any variable that starts so counts as one of them. */
  readonly variablesStart?: string;
  /** Default: `--no-hooks` and `--disable-hooks`. */
  readonly switchesHooksOff?: readonly HookSwitch[];
  /** Its sub-commands and operands that change guarded parts of its own settings. */
  readonly changesSettings?: RegExp;
  /** Options that leave its hooks alone, separated by blanks. Absent: any option may switch them off. */
  readonly harmlessOptions?: string;
  /** A word of its command line is mostly a prompt: text, not code. */
  readonly takesPrompt?: true;
  readonly places?: AgentPlaces;
  /** Protected names and patterns of a workspace, separated by blanks. */
  readonly protectedNames?: string;
  /** Files with its keys, relative to the home. */
  readonly credentials?: readonly string[];
  /** Its folder in a home and in a workspace, if files in it decide about its hooks. */
  readonly hookFolders?: readonly string[];
  /** Documented tools. Absent: it has no fast path of its own. */
  readonly tools?: Readonly<Record<string, ToolFacts>>;
  /** Absent: it cannot be connected yet. */
  readonly connection?: AgentConnection;
}

export interface AgentConnection {
  /** The package whose version is the agent's. */
  readonly packageName: string;
  /** The oldest version whose hooks refuse when they should. */
  readonly minimum: string;
  /** How its own two commands end: `autoMode.connectCodex`. Absent: `autoMode.connect` alone. */
  readonly command?: 'ClaudeCode' | 'Copilot' | 'Codex';
}

/** An option that switches hooks off: with any value, with a value that matches, or with one that does not. */
export interface HookSwitch {
  readonly options: readonly string[];
  readonly off?: RegExp;
  readonly offUnless?: RegExp;
}

/** Guarded places, in the notation of `PlaceIndex`. */
export interface AgentPlaces {
  /** Files and folders that hold nothing but hooks. */
  readonly hooks?: readonly string[];
  /** Files and folders that hold nothing but permissions. */
  readonly permissions?: readonly string[];
  /** Permissions in a format of which no keys are read. */
  readonly unreadPermissions?: readonly string[];
  /** Settings whose keys matter in part. */
  readonly settings?: readonly GuardedKeys[];
  /** Markdown whose front matter may hold hooks. */
  readonly markdownHooks?: readonly string[];
  /** Markdown whose front matter may hold permissions. */
  readonly markdownPermissions?: readonly string[];
  /** Records of sessions. */
  readonly transcripts?: readonly string[];
}

export interface GuardedKeys {
  readonly files: readonly string[];
  /** Dotted names; `*` matches any text. */
  readonly keys: readonly string[];
}
