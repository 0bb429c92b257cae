import { writtenText } from '../model/analysis';
import type { CommandCall } from '../model/commandTable';
import { optionAsValue } from '../model/tableNotation';

const REMOTE = /:\/\/|^[\w.-]+@[\w.-]+:/;

function remoteObjection(call: CommandCall): string | undefined {
  const files = call.options.flatMap(({ spec, value }) => (spec.role === 'read' && value !== undefined ? [value] : []));
  const isRemote =
    files.some(({ word, from }) => REMOTE.test(writtenText(word).slice(from))) ||
    call.operands.some((word) => REMOTE.test(writtenText(word)));
  return isRemote ? 'a file of it is an address' : undefined;
}

export function serverObjection(call: CommandCall): string | undefined {
  return optionAsValue(call) ?? remoteObjection(call);
}
