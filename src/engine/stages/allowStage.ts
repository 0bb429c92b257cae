import { mustBeJudged } from '../closure/mustBeJudged';
import { matchesNarrowly } from '../../rules/narrowMatch';
import type { PermissionRule } from '../../rules/permissionRule';
import type { CallContext, Stage } from '../model/stage';
import { coveringRule } from './allowedCommand';

export const allowStage: Stage = (context) => {
  const { call, configuration, protectedPath } = context;
  if (!configuration.trusted || protectedPath !== undefined || mustBeJudged(context)) return undefined;
  const match = call.command === undefined ? firstNarrowMatch(context) : coveringRule(context);
  if (match === undefined) return undefined;
  return {
    outcome: 'allow',
    stage: 'permissions.allow',
    rule: { text: match.text, source: match.source },
    reason: `The allow rule ${match.text} (${match.source} settings) covers this call.`,
  };
};

function firstNarrowMatch({ call, permissions, gate }: CallContext): PermissionRule | undefined {
  return permissions.allow.find((rule) => matchesNarrowly(rule, call, gate.machine) !== undefined)?.rule;
}
