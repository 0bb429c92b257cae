import { withoutAgentWords } from '../../calls/actionText';
import { callKey, livingShellKey } from '../model/callKey';
import { canonical } from '../../common/canonicalJson';
import type { RuleReference } from '../model/decision';
import { namedFiles } from '../../calls/namedFiles';
import type { Gate, GateMemory } from '../model/ports';
import type { ToolCall } from '../../calls/toolCall';

/**
 * Identifies what the user may say not to be asked about again: this question of this rule about exactly this action, as the dialog shows
 * it, in this agent session. The same action reads otherwise where it leads elsewhere: the paths that it names are part of it with all
 * that their links lead to, and so are the folders that it runs in, the content of the files that a command line names, and the environment
 * that its programs see. The agent's own words about it are not.
 *
 * Undefined where the question has to be put each time: without a session there is nothing to bind the answer to; the same text may do
 * something else in a shell that has changed, typed into a tool of which nothing is known, or where it names what cannot be looked at; and an
 * administrator's rule is not the user's to set aside.
 * @param because what the rule says, so that a rule in other words asks again
 */
export function exemptionKey(
  call: ToolCall,
  rule: RuleReference,
  because: string,
  {
    files,
    machine,
    memory,
  }: Pick<Gate, 'files' | 'machine'> & { readonly memory: Pick<GateMemory, 'livingShellChanged'> },
): string | undefined {
  const { request } = call;
  if (request.sessionId === undefined || rule.source === 'managed' || call.guessedLines.length > 0) return undefined;
  const shell = livingShellKey(call);
  if (shell !== undefined && memory.livingShellChanged(shell)) return undefined;
  const named = namedFiles(call, machine, files);
  if (named === undefined) return undefined;
  return canonical({
    rule,
    because,
    call: callKey({ ...request, input: withoutAgentWords(call) }),
    subAgent: request.subAgent ?? null,
    mode: request.mode ?? null,
    environment: request.environment ?? null,
    saysEnvironment: request.environment !== undefined,
    named,
    paths: call.touches.map(({ resolved: { candidates, real } }) => ({ candidates, real: real ?? null })),
  });
}
