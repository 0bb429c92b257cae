import { contextKey } from '../model/callKey';
import { canonical } from '../../common/canonicalJson';
import type { EffectiveConfiguration } from '../model/configuration';
import { dryRun, type DryRun, type DryRunWorld } from './dryRun';
import { diskSnapshot } from '../../files/diskSnapshot';
import type { JsonObject } from '../../common/json';
import type { Gate } from '../model/ports';
import type { CheckRequest } from '../../calls/request';
import { toolCall } from '../../calls/toolCall';

/**
 * Everything that a decision about a call rests on, beside the answers of the user and the classifier: as one text, equal for as long as
 * settings and files are. A decision of before holds only where it is.
 * @param world what decided the call; the configuration is the one of the call's own session, where auto mode may be off
 * @returns undefined where it cannot be told, as of an input that cannot be read
 */
export function decisionBasis(
  request: CheckRequest,
  world: Omit<DryRunWorld, 'configurationFor'> & Pick<Gate, 'configurationFor'>,
): string | undefined {
  const configuration = world.configurationFor(request.cwd, request.sessionId);
  const fixed = { ...world, configurationFor: (): EffectiveConfiguration => configuration };
  try {
    const files = diskSnapshot(world.files, world.clock);
    const context = contextKey(toolCall(request, world.machine, files), configuration, files);
    // An ask rule settles the one run and is passed over by the other, which shows what comes after it.
    const runs = [dryRun(request, fixed, 'unanswered'), dryRun(request, fixed, 'approved')];
    return canonical([context, ...runs.map(lasting)] as unknown as JsonObject);
  } catch {
    return undefined;
  }
}

/** Without what is of this very run. */
function lasting(run: DryRun): unknown {
  if (run.kind === 'question') return run.question;
  const { outcome, stage, rule, reason } = run.decision;
  return { outcome, stage, rule: rule ?? null, reason };
}
