/** Forms of `git config` that read no secret. */
import { hasOption, type CommandCall } from '../../model/commandTable';

/** No credentials: addresses in `remote` and `url`, and headers in `http`, may hold one. */
const HARMLESS_SECTION =
  /^(?:advice|alias|am|apply|blame|branch|color|column|commit|core|diff|difftool|extensions|fetch|format|gc|gpg|grep|help|index|init|log|merge|mergetool|pack|pager|pull|push|rebase|receive|rerere|safe|stash|status|submodule|tag|user|versionsort|worktree)$/i;

/** Matches keys of one section: `^user\.`, `alias.*`. */
const SECTION_PATTERN = /^\^?([a-z]+)(?:\\?\.|$)/i;

/** `git remote -v` shows `remote.origin.url` too. */
const HARMLESS_KEY = /^remote\.[^.]+\.(?:url|pushurl|fetch|push)$/i;

export function configObjection(call: CommandCall): string | undefined {
  const asks = ['--get', '--get-all', '--get-regexp', '--get-urlmatch', '--get-color', '--get-colorbool'].find((name) =>
    hasOption(call, name),
  );
  const [first, second] = call.operands;
  const verb = asks === undefined ? first?.text : undefined;
  if (hasOption(call, '--list') || verb === 'list') {
    return hasOption(call, '--name-only') ? undefined : 'it prints every setting, tokens included';
  }
  if (verb === 'get') {
    if (hasOption(call, '--url')) return 'it may print a credential';
    return keyObjection(second?.text, hasOption(call, '--regexp'));
  }
  if (asks === undefined && call.operands.length !== 1) return 'it is no form that only prints a setting';
  if (asks === '--get-urlmatch') return 'it may print a credential';
  return keyObjection(first?.text, asks === '--get-regexp');
}

function keyObjection(key: string | undefined, isPattern: boolean): string | undefined {
  if (key === undefined) return 'it is not known which setting it prints';
  const section = (isPattern ? SECTION_PATTERN.exec(key)?.[1] : key.slice(0, Math.max(key.indexOf('.'), 0))) ?? '';
  // Unanchored it may match anywhere, with alternatives anything.
  if (isPattern && (!key.startsWith('^') || /[|()]/.test(key)))
    return 'its pattern may meet a setting that holds a credential';
  if (HARMLESS_SECTION.test(section) || (!isPattern && HARMLESS_KEY.test(key))) return undefined;
  return `${key} may hold a credential`;
}
