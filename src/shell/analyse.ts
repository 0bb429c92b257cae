import { remembered } from './analysisMemory';
import { OUTERMOST, type Analysis, type Shell, type ShellPlace } from './model/analysis';
import { Listing } from './model/listing';
import { walkText } from './walk/scriptWalk';

/**
 * Never throws; bounded time for any text. What bash may read differently becomes an unknown part; its commands are
 * still listed.
 */
export const analyse = remembered(analysed);

export function analysed(script: string, shell: Shell, place: ShellPlace): Analysis {
  const listing = new Listing();
  try {
    const folders = place.cwd === undefined ? [] : [place.cwd];
    const { home, topLevel, platform } = place;
    walkText(
      { source: script, shell, homeFolder: home, topLevel, position: { offset: 0 }, depth: 0 },
      folders,
      listing,
      {
        context: platform === undefined ? OUTERMOST : { ...OUTERMOST, platform },
        redirections: [],
        isSameShell: true,
      },
    );
  } catch (error) {
    // The parser throws at its recursion limit.
    listing.stop(`the parser fails (${error instanceof Error ? error.message : String(error)})`, 0);
  }
  const { commands, code, unknown, changesShell } = listing;
  const of = place.platform === undefined ? {} : { platform: place.platform };
  return { script, shell, ...of, commands, code, unknown, changesShell };
}
