import { oncePer } from '../../common/oncePer';
import { opensForWriting, type Redirection, type SimpleCommand } from '../model/analysis';
import { fileReadings } from './readings';
import type { CommandCall, CommandSpec, PathUse } from '../model/commandTable';
import { isPath, optionUses } from '../model/pathOperands';
import { writerUses } from '../tables/writers';

/** By table and redirections; other paths are missing. */
export const pathUses = oncePer((command: SimpleCommand): readonly PathUse[] => {
  const calls = fileReadings(command);
  return [
    ...calls.flatMap(callUses),
    // What formatters change is up to the rules.
    ...writerUses(command, calls.length > 0).filter(({ action }) => action !== 'in-place'),
    ...command.redirections.flatMap(redirectionUses),
  ];
});

export const rewrittenInPlace = oncePer((command: SimpleCommand): readonly PathUse[] =>
  writerUses(command, true).filter(({ action }) => action === 'in-place'),
);

export function callUses(call: CommandCall): readonly PathUse[] {
  const spec = call.specs.at(-1);
  if (spec === undefined) return [];
  return spec.paths?.(call) ?? [...optionUses(call), ...operandUses(call, spec)];
}

function operandUses({ operands }: CommandCall, { operands: roles = 'text' }: CommandSpec): readonly PathUse[] {
  return operands.flatMap((word, index) => {
    const role = typeof roles === 'string' ? roles : (roles[index] ?? roles.at(-1));
    return isPath(role) ? [{ word, action: role }] : [];
  });
}

function redirectionUses(redirection: Redirection): readonly PathUse[] {
  const { operator, target } = redirection;
  if (opensForWriting(redirection)) {
    return [
      { word: target, action: operator === '>>' || operator === '&>>' || operator === '<>' ? 'in-place' : 'overwrite' },
    ];
  }
  return operator === '<' ? [{ word: target, action: 'read' }] : [];
}
