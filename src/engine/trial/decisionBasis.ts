import { callClosure } from '../closure/callClosure';
import { contextKey } from '../model/callKey';
import { canonical } from '../../common/canonicalJson';
import type { EffectiveConfiguration } from '../model/configuration';
import { dryRun, type DryRun, type DryRunWorld } from './dryRun';
import { diskSnapshot } from '../../files/diskSnapshot';
import { DiskBudget } from '../../files/diskBudget';
import type { JsonObject } from '../../common/json';
import type { Gate } from '../model/ports';
import type { CheckRequest } from '../../calls/request';
import { toolCall } from '../../calls/toolCall';

/**
 * A past decision holds while this text is equal: all but the answers.
 * @param world with the configuration of the call's session, where auto mode may be off
 * @returns undefined if unknown, as for unreadable input
 */
export function decisionBasis(
  request: CheckRequest,
  world: Omit<DryRunWorld, 'configurationFor'> & Pick<Gate, 'configurationFor'>,
): string | undefined {
  const configuration = world.configurationFor(request.cwd, request.sessionId);
  const fixed = { ...world, configurationFor: (): EffectiveConfiguration => configuration };
  try {
    const files = diskSnapshot(world.files, world.machine, new DiskBudget(world.clock));
    const call = toolCall(request, world.machine, files);
    const place = { ...world, files };
    const context = contextKey({ call, closure: callClosure(call, place), configuration, gate: place }, []);
    // An ask rule settles the first; the second shows what follows.
    const runs = [dryRun(request, fixed, 'unanswered'), dryRun(request, fixed, 'approved')];
    return canonical([context, ...runs.map(lasting)] as unknown as JsonObject);
  } catch {
    return undefined;
  }
}

function lasting(run: DryRun): unknown {
  if (run.kind === 'question') return run.question;
  const { outcome, stage, rule, reason } = run.decision;
  return { outcome, stage, rule: rule ?? null, reason };
}
