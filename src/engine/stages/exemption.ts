import { withoutAgentWords } from '../../calls/actionText';
import { callKey, closureKey, livingShellKey } from '../model/callKey';
import { canonical } from '../../common/canonicalJson';
import type { RuleReference } from '../model/decision';
import { namedFiles } from '../../calls/namedFiles';
import type { CallContext } from '../model/stage';

/**
 * A question not to ask again: this rule, action and session. The key includes link targets, folders, the content of
 * named files and of what runs, and the environment, but not the agent's words. Undefined where the same text may act
 * differently: without a session, in a changed shell, for an unknown tool.
 * @param because other words of the rule ask again
 */
export function exemptionKey(
  { call, closure, gate: { files, machine, memory } }: Pick<CallContext, 'call' | 'closure' | 'gate'>,
  rule: RuleReference,
  because: string,
): string | undefined {
  const { request } = call;
  const { agent, sessionId, cwd, tool } = request;
  if (sessionId === undefined || rule.source === 'managed' || call.guessedLines.length > 0) return undefined;
  const shell = livingShellKey(call);
  if (shell !== undefined && memory.livingShellChanged(shell)) return undefined;
  const named = namedFiles(call, machine, files);
  if (named === undefined) return undefined;
  return canonical({
    rule,
    because,
    call: callKey({ agent, sessionId, cwd, tool, input: withoutAgentWords(call) }),
    subAgent: request.subAgent ?? null,
    mode: request.mode ?? null,
    environment: request.environment ?? null,
    saysEnvironment: request.environment !== undefined,
    named,
    runs: closureKey(closure),
    paths: call.touches.map(({ resolved: { candidates, real } }) => ({ candidates, real: real ?? null })),
  });
}
