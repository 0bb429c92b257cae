import type { GitConfigSetting } from './gitConfigText';

/** Read only references and commits, so content settings do not apply. Tested with git 2.39. */
const WITHOUT_CONTENTS = new Set([
  ...[
    'branch',
    'tag',
    'remote',
    'config',
    'rev-parse',
    'rev-list',
    'for-each-ref',
    'show-ref',
    'symbolic-ref',
    'merge-base',
  ],
  ...[
    'name-rev',
    'ls-tree',
    'count-objects',
    'worktree',
    'version',
    'var',
    'shortlog',
    'check-ref-format',
    'check-mailmap',
  ],
]);

export function looksAtContents(subcommand: string): boolean {
  return !WITHOUT_CONTENTS.has(subcommand);
}

/** Only shows its input, or none. In a terminal a pager runs. */
const NO_PAGER = /^(?:|true|false|cat|less(?: -[EFMRSX]+)?)$/;

/** git's own monitor, or none. */
const NO_MONITOR = /^(?:|true|false)$/i;

/**
 * Ends a sentence. Omits network settings (`core.sshCommand`, `credential.helper`): no proven sub-command uses the
 * network, and a repository that may fetch what it lacks is refused.
 */
export function settingObjection(setting: GitConfigSetting, subcommand: string): string | undefined {
  const { section, subsection, name, value = 'true' } = setting;
  const key = [section, ...(subsection === undefined ? [] : [subsection]), name].join('.');
  const runs = `the repository sets ${key}, which runs a program`;
  switch (section) {
    case 'core':
      if (name === 'fsmonitor') return NO_MONITOR.test(value) ? undefined : runs;
      if (name === 'pager') return NO_PAGER.test(value) ? undefined : runs;
      return name === 'alternaterefscommand' || name === 'virtualfilesystem' ? runs : undefined;
    case 'pager':
      return NO_PAGER.test(value) ? undefined : runs;
    case 'gpg':
      return name === 'program' || name === 'defaultkeycommand' ? runs : undefined;
    case 'hook':
      return name === 'command' ? runs : undefined;
    case 'alias':
      return name === subcommand || subsection?.toLowerCase() === subcommand ? runs : undefined;
    case 'extensions':
      return name === 'partialclone' ? FETCHES : undefined;
    case 'remote':
      return (name === 'promisor' && !/^(?:false|no|off|0|)$/i.test(value)) || name === 'partialclonefilter'
        ? FETCHES
        : undefined;
    default:
      return looksAtContents(subcommand) && isForContents(setting) ? runs : undefined;
  }
}

const FETCHES = 'the repository is a partial clone, which fetches what it lacks';

function isForContents({ section, subsection, name, value }: GitConfigSetting): boolean {
  if (value === '') return false;
  if (section === 'diff') {
    return subsection === undefined ? name === 'external' : name === 'command' || name === 'textconv';
  }
  if (section === 'filter') return name === 'clean' || name === 'smudge' || name === 'process';
  return section === 'merge' && name === 'driver';
}
