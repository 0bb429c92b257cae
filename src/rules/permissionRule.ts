import { RULE_KINDS, type RuleKind } from '../calls/tools/ruleKind';
import type { PermissionEntry } from './permissionEntry';
import type { RuleSource } from './ruleSource';
import { patternProblem } from '../files/globs';

export interface PermissionRule {
  readonly text: string;
  readonly source: RuleSource;
  readonly message: string | undefined;
  /** `*`, a kind, or an agent's tool in lower case. */
  readonly tool: string;
  readonly kind: RuleKind | undefined;
  /** Undefined: any input. */
  readonly pattern: string | undefined;
  /** `*` and `**` are relative: an allow rule for files covers only the workspace. */
  readonly starred?: true;
}

/** Until it is fixed, every call of `tool` (undefined: any) asks. */
export interface MalformedRule {
  readonly text: string;
  readonly source: RuleSource;
  readonly tool: string | undefined;
  readonly problem: string;
}

export type ParsedRule =
  { readonly ok: true; readonly rule: PermissionRule } | { readonly ok: false; readonly malformed: MalformedRule };

/** With blanks around. */
const MAX_RULE_CHARACTERS = 1500;
const TOOL_NAME = /^(?:\*|[A-Za-z][A-Za-z0-9_.:/-]{0,255})$/;
const EXAMPLE = 'write tool(pattern), such as bash(git push --force*), or tool alone for any input';

/** The grammar is in docs/rules.md. */
export function parsePermissionRule(entry: PermissionEntry): ParsedRule {
  const text = entry.text.trim();
  const open = text.indexOf('(');
  const toolPart = (open === -1 ? text : text.slice(0, open)).trim();
  const named = TOOL_NAME.test(toolPart) && toolPart !== '*' ? toolPart.toLowerCase() : undefined;
  const malformed = (problem: string, tool = named): ParsedRule => ({
    ok: false,
    malformed: { text: entry.text, source: entry.source, tool, problem },
  });

  if (text.length > MAX_RULE_CHARACTERS) return malformed(`the entry is longer than ${MAX_RULE_CHARACTERS} characters`);
  if (text === '') return malformed(`the entry is empty; ${EXAMPLE}`);
  if (!TOOL_NAME.test(toolPart)) return malformed(`"${shorten(toolPart)}" is no tool name; ${EXAMPLE}`, undefined);
  let pattern: string | undefined;
  let starred = false;
  if (open !== -1) {
    if (!text.endsWith(')')) return malformed('the closing parenthesis is missing at the end');
    pattern = text.slice(open + 1, -1).trim();
    const problem = patternProblem(pattern);
    if (problem !== undefined) return malformed(problem);
    if (/^\*+$/.test(pattern)) {
      pattern = undefined;
      starred = true;
    }
  }
  const tool = toolPart.toLowerCase();
  const kind = RULE_KINDS.find((candidate) => candidate === tool);
  return {
    ok: true,
    rule: {
      text: entry.text,
      source: entry.source,
      message: entry.message,
      tool,
      kind,
      pattern,
      ...(starred && { starred }),
    },
  };
}

/** Without a full stop; undefined: no problem. */
export function ruleProblem(text: string): string | undefined {
  const parsed = parsePermissionRule({ text, source: 'user' });
  return parsed.ok ? undefined : parsed.malformed.problem;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
