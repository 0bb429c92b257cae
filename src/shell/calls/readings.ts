/** A name may be Apple's program or GNU's. */
import { programName, type SimpleCommand } from '../model/analysis';
import type { CommandCall, CommandSpec } from '../model/commandTable';
import { knownStart } from '../model/words';
import { commandSpec, fileSpec, twoPrograms } from '../tables/registry';
import { readCallAs } from './commandCall';

/** Only Apple can put programs here. */
const APPLE_FOLDER = /^\/(?:usr\/)?s?bin\/[^/]+$/;

const readings = new WeakMap<SimpleCommand, readonly CommandCall[]>();

/** A proof needs all harmless; a block needs one. Empty: no table. */
export function readingsOf(command: SimpleCommand): readonly CommandCall[] {
  const known = readings.get(command);
  if (known !== undefined) return known;
  const found = readAll(command, commandSpec);
  readings.set(command, found);
  return found;
}

/** By the tables that know its files best. */
export function fileReadings(command: SimpleCommand): readonly CommandCall[] {
  return readAll(command, fileSpec);
}

type SpecOf = (name: string, platform: NodeJS.Platform | undefined) => CommandSpec | undefined;

function readAll(command: SimpleCommand, specOf: SpecOf): readonly CommandCall[] {
  const name = programName(command) ?? '';
  const { platform } = command.context;
  const two = twoPrograms(name, platform);
  if (two === undefined) {
    const spec = specOf(name, platform);
    return spec === undefined ? [] : [readCallAs(command, spec)];
  }
  const apple = readCallAs(command, two.apple);
  if (APPLE_FOLDER.test(command.words[0]?.text ?? '')) return [apple];
  const both = [readCallAs(command, two.gnu), apple];
  const running = both.filter((call) => !isRefused(call));
  return running.length === 0 ? both : running;
}

/** The program stops at an option and does nothing. */
function isRefused({ options, unlisted, specs: [spec] }: CommandCall): boolean {
  if (options.some(({ spec: { refused } }) => refused === true)) return true;
  return spec?.refusesLong === true && unlisted.some((word) => knownStart(word).startsWith('--'));
}
