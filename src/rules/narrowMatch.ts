import { commandMatchesNarrowly } from './commandRules';
import type { SimpleCommand } from '../shell/model/analysis';
import type { MachineFacts } from '../files/machineFacts';
import type { ToolCall } from '../calls/toolCall';
import { addressMatches } from './addressMatch';
import { isPlainAddress, wholeSubject } from './callSubjects';
import type { CompiledRule, RuleMatch } from './compiledRule';
import { foldNarrowly, slashes } from './matchedPath';

const FILE_KINDS: ReadonlySet<string> = new Set(['read', 'write', 'edit', 'delete', 'search']);

/** Allow: its own kind, everything covered, nothing unknown. For shell commands see `allowsCommand`. */
export function matchesNarrowly(compiled: CompiledRule, call: ToolCall, machine: MachineFacts): RuleMatch | undefined {
  const { rule } = compiled;
  if (call.command !== undefined) return undefined;
  if (rule.tool !== '*' && rule.tool !== call.tool.toLowerCase() && rule.kind !== call.kind) return undefined;
  if (!call.understood && call.mcpNames.length === 0) return undefined;
  const match = { rule, fragment: wholeSubject(call) };
  if (
    call.touches.some((touch) => call.understood && (touch.resolved.unknown !== undefined || touch.resolved.remote))
  ) {
    return undefined;
  }
  if (rule.pattern === undefined && (rule.starred !== true || !isForFiles(call))) return match;
  if (call.understood && call.touches.length > 0) {
    const covered = call.touches.every((touch) =>
      touch.resolved.candidates.every((candidate) =>
        compiled.paths.some(({ glob }) => glob.matches(foldNarrowly(slashes(candidate, machine), machine))),
      ),
    );
    return covered ? match : undefined;
  }
  if (call.url !== undefined) {
    return isPlainAddress(call.url) && addressMatches(rule.pattern ?? '*', call.url) ? match : undefined;
  }
  const subjects = narrowSubjects(call);
  // Text globs use U+E000 for a slash: a subject with it could pass for another.
  const covered = subjects.every((subject) => !subject.includes('\uE000') && compiled.text?.matches(subject) === true);
  return covered && subjects.length > 0 ? match : undefined;
}

function isForFiles({ kind, touches }: ToolCall): boolean {
  return FILE_KINDS.has(kind) || touches.length > 0;
}

/** A text pattern must cover each; empty: no such text. */
function narrowSubjects(call: ToolCall): readonly string[] {
  // A server's name with a slash could pass for another server's tool.
  if (call.mcpNames.length > 0) return call.mcpNames.some((name) => /\/.*\//s.test(name)) ? [] : call.mcpNames;
  const subject = call.query ?? call.subagent;
  return subject === undefined ? [] : [subject];
}

/** The allow rule covers all words. */
export function allowsCommand({ rule, text }: CompiledRule, call: ToolCall, command: SimpleCommand): boolean {
  if (rule.tool !== '*' && rule.tool !== call.tool.toLowerCase() && rule.kind !== call.kind) return false;
  return commandMatchesNarrowly(command, text, rule.pattern);
}
