import type { GitConfigSetting } from './gitConfigText';

/** They read only references and commits: content settings do not apply. Seen with git 2.39. */
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

/** Shows its input or nothing. In a terminal a pager runs. */
const NO_PAGER = /^(?:|true|false|cat|less(?: -[EFMRSX]+)?)$/;

/** git's own monitor, or none. */
const NO_MONITOR = /^(?:|true|false)$/i;

/** Looks, names, fetching and sending: proven calls read none. */
const HARMLESS_SECTIONS: ReadonlySet<string> = new Set(
  (
    'advice am apply author bisect branch browser checkout clean clone color column commit committer completion credential feature fetch ' +
    'difftool man mergetool sequence trailer fsck gc gitcvs gui gitk http i18n include includeif index init interactive lfs lsrefs maintenance merge notes pack pull push ' +
    'rebase receive remote rerere revert safe sendemail sequencer showbranch splitindex stash status submodule svn svn-remote tag ' +
    'tar transfer uploadarchive url user versionsort worktree'
  ).split(' '),
);

const HARMLESS_KEYS: ReadonlySet<string> = new Set(
  (
    'core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.precomposeunicode core.symlinks ' +
    'core.autocrlf core.eol core.safecrlf core.longpaths core.quotepath core.abbrev core.commentchar core.commentstring ' +
    'core.compression core.loosecompression core.bigfilethreshold core.checkstat core.trustctime core.preloadindex ' +
    'core.untrackedcache core.splitindex core.sparsecheckout core.sparsecheckoutcone core.multipackindex core.commitgraph ' +
    'core.fscache core.hidedotfiles core.protecthfs core.protectntfs core.whitespace core.editor core.sshcommand core.gitproxy core.askpass ' +
    'core.hookspath core.worktree core.sharedrepository core.fsync core.fsyncmethod core.usereplacerefs core.warnambiguousrefs ' +
    'core.notesref core.maxtreedepth core.attributesfile core.fsmonitorhookversion core.deltabasecachelimit ' +
    'extensions.objectformat extensions.worktreeconfig extensions.refstorage extensions.relativeworktrees extensions.preciousobjects ' +
    'log.date log.decorate log.abbrevcommit log.follow log.mailmap log.graphcolors log.diffmerges log.showroot log.excludedecoration ' +
    'diff.renames diff.renamelimit diff.noprefix diff.mnemonicprefix diff.algorithm diff.context diff.interhunkcontext diff.wordregex ' +
    'diff.colormoved diff.colormovedws diff.wserrorhighlight diff.statgraphwidth diff.relative diff.submodule diff.ignoresubmodules ' +
    'diff.indentheuristic diff.suppressblankempty diff.dirstat diff.tool diff.guitool diff.autorefreshindex diff.xfuncname ' +
    'diff.binary diff.cachetextconv diff.funcname diff.external diff.command diff.textconv filter.clean filter.smudge filter.process ' +
    'filter.required grep.linenumber grep.column grep.patterntype grep.extendedregexp grep.fullname grep.threads ' +
    'blame.blankboundary blame.coloring blame.date blame.showemail blame.showroot blame.markignoredlines blame.markunblamablelines ' +
    'format.signoff format.numbered format.thread'
  ).split(' '),
);

function isHarmless({ section, name }: GitConfigSetting): boolean {
  return HARMLESS_SECTIONS.has(section) || HARMLESS_KEYS.has(`${section}.${name}`);
}

/**
 * Ends a sentence. Network settings (`core.sshCommand`, `credential.helper`) are missing: no proven sub-command uses
 * the network, and a repository that may fetch is refused.
 */
export function settingObjection(setting: GitConfigSetting, subcommand: string): string | undefined {
  const { section, subsection, name, value = 'true' } = setting;
  const key = [section, ...(subsection === undefined ? [] : [subsection]), name].join('.');
  const runs = `the repository sets ${key}, which runs a program`;
  const unknown = isHarmless(setting) ? undefined : `the repository sets ${key}, which is not known to be harmless`;
  switch (section) {
    case 'core':
      if (name === 'fsmonitor') return NO_MONITOR.test(value) ? undefined : runs;
      if (name === 'pager') return NO_PAGER.test(value) ? undefined : runs;
      return name === 'alternaterefscommand' || name === 'virtualfilesystem' ? runs : unknown;
    case 'pager':
      return NO_PAGER.test(value) ? undefined : runs;
    case 'gpg':
      return name === 'program' || name === 'defaultkeycommand' ? runs : undefined;
    case 'hook':
      return name === 'command' ? runs : undefined;
    case 'alias':
      return name === subcommand || subsection?.toLowerCase() === subcommand ? runs : undefined;
    case 'difftool':
    case 'mergetool':
      return isToolCall(subcommand) && (name === 'cmd' || name === 'path') ? runs : unknown;
    case 'diff':
    case 'merge':
      if (isToolCall(subcommand) && /^(?:gui)?tool$/.test(name) && /[/\\]/.test(value)) return runs;
      if (key === 'diff.submodule' && value !== 'short' && looksAtContents(subcommand))
        return `${key} is set: ${OPENS_OLD}`;
      return ofContents(setting, subcommand) ? runs : unknown;
    case 'submodule':
      if (key !== 'submodule.recurse' || subcommand !== 'grep' || /^(?:false|no|off|0|)$/i.test(value)) return unknown;
      return `${key} is set: ${OPENS_OLD}`;
    case 'extensions':
      return name === 'partialclone' ? FETCHES : unknown;
    case 'remote':
      return (name === 'promisor' && !/^(?:false|no|off|0|)$/i.test(value)) || name === 'partialclonefilter'
        ? FETCHES
        : undefined;
    default:
      return ofContents(setting, subcommand) ? runs : unknown;
  }
}

function ofContents(setting: GitConfigSetting, subcommand: string): boolean {
  return looksAtContents(subcommand) && isForContents(setting);
}

function isToolCall(subcommand: string): boolean {
  return subcommand === 'difftool' || subcommand === 'mergetool';
}

/** Checked are the repositories that the index names. */
export const OPENS_OLD = 'git opens repositories that only its history names';
const FETCHES = 'the repository is a partial clone, which fetches what it lacks';

function isForContents({ section, subsection, name, value }: GitConfigSetting): boolean {
  if (value === '') return false;
  if (section === 'diff') {
    return subsection === undefined ? name === 'external' : name === 'command' || name === 'textconv';
  }
  if (section === 'filter') return name === 'clean' || name === 'smudge' || name === 'process';
  return section === 'merge' && name === 'driver';
}
