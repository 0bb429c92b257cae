import type { CommandCall } from '../../shell/commandTable';
import type { ReadOnlyPlace } from './readOnlyCommand';

/** Why a git call that only reads is not settled: what the repository's settings would run. */
export function gitCallObjection(call: CommandCall, place: ReadOnlyPlace): string | undefined {
  return call.command.cwd === undefined || place.files.isRemote(call.command.cwd)
    ? 'it is not known in which repository git would run'
    : undefined;
}
