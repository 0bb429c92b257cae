/** No `*` of an allow rule covers repositories that run programs, other settings, or storing private files. */
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { isHarmlessGitSetting } from '../../shell/tables/git';
import { settingsOfGitCall } from '../../floor/commands/git/gitCallSettings';
import { mayStorePrivateFile } from '../localGit/untrackedFiles';
import { gitCallObjection } from '../proof/gitCalls';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import type { CallContext } from '../model/stage';

const ELSEWHERE = /^--(?:git-dir|work-tree|exec-path|namespace|config-env|uns)/;

/** They run other commands of git or programs, or print a variable. */
const OPENING = /^(?:for-each-repo|web--browse|instaweb|daemon|cvsserver|shell|sh-i18n--envsubst|sh-setup)$/;

/** They change later commands, but name no program, host or place. */
const HARMLESS_KEPT =
  /^(?:pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|fetch\.prune|rebase\.auto(?:stash|squash)|merge\.ff)$/i;

/** @param named the rule's words without a pattern */
export function isCoveredGit(command: SimpleCommand, named: ReadonlySet<string>, context: CallContext): boolean {
  if (!/^git(?:\.exe)?$/i.test(programName(command) ?? '')) return true;
  const words = command.words.slice(1);
  if (words.map(writtenText).some((text) => ELSEWHERE.test(text) && !named.has(text))) return false;
  const verb = words
    .map(writtenText)
    .find((text, at, all) => !text.startsWith('-') && !/^-[Cc]$/.test(all[at - 1] ?? ''));
  if (verb !== undefined && OPENING.test(verb) && !named.has(verb)) return false;
  const call = readCall(command);
  if (call === undefined || gitCallObjection(call, readOnlyPlace(context)) !== undefined) return false;
  const isNamed = words.every((word) => named.has(writtenText(word)));
  if (!isNamed && mayStorePrivateFile(command, readOnlyPlace(context))) return false;
  const sets = words.some(({ text }) => text === 'config');
  if (sets && words.some(({ text }) => text === undefined)) return false;
  return settingsOfGitCall(words).every(({ key, value }) => {
    const setting = value === undefined ? key : `${key}=${value}`;
    return named.has(key) || named.has(setting) || HARMLESS_KEPT.test(key) || isHarmlessGitSetting(setting);
  });
}
