import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { ERROR_MARK, FRAME_END, FRAME_START } from '../protocol/replyFrame';
import { ENVIRONMENT_START, WITH_ENVIRONMENT } from '../protocol/requestBody';
import { TOKEN_HEADER } from '../protocol/token';
import { LAUNCHER_LIMITS, NOTICE_ARGUMENT, NOTICE_SECONDS, type LauncherLimits } from './launcherScript';
import { WINDOW_CLIENT } from './programTexts';
import { MAX_ANSWER_BYTES } from './runtimeClient';

export const WINDOW_CLIENT_NAME = 'windowClient.mjs';

/** On Windows each window has a file in the gate's folder, named like its pipe. */
export function windowClient(
  gate: GateHome,
  dialects: readonly AgentDialect[],
  limits: LauncherLimits = LAUNCHER_LIMITS,
): string {
  const unreachable = Object.fromEntries(dialects.map((dialect) => [dialect.id, dialect.unreachable]));
  const facts = {
    run: gate.run,
    token: gate.token,
    notice: NOTICE_ARGUMENT,
    noticeSeconds: NOTICE_SECONDS,
    ...limits,
    unreachable,
    tokenHeader: TOKEN_HEADER,
    contentType: WITH_ENVIRONMENT,
    environmentStart: ENVIRONMENT_START,
    frameStart: FRAME_START,
    frameEnd: FRAME_END,
    errorMark: ERROR_MARK,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  };
  return WINDOW_CLIENT.replace(
    /^export const facts = __FACTS__;$/m,
    () => `export const facts = ${JSON.stringify(facts)};`,
  );
}
