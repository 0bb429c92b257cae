/** With these git runs no program to store, commit, branch or tag. */
import type { GitConfigSetting } from './gitConfigText';

/** Looks, names, fetching, sending, merging and showing. */
const HARMLESS_SECTIONS: ReadonlySet<string> = new Set(
  (
    'advice apply author blame branch browser checkout color column committer completion diff difftool fetch format ' +
    'grep gui gitk help http i18n include includeif init interactive log man merge mergetool notes pretty pull push ' +
    'rebase remote rerere revert safe sendemail sequence showbranch stash status submodule svn svn-remote ' +
    'transfer url user versionsort worktree'
  ).split(' '),
);

const HARMLESS_KEYS: ReadonlySet<string> = new Set(
  (
    'core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.precomposeunicode ' +
    'core.symlinks core.autocrlf core.eol core.safecrlf core.longpaths core.quotepath core.abbrev core.commentchar ' +
    'core.commentstring core.compression core.loosecompression core.bigfilethreshold core.checkstat core.trustctime ' +
    'core.preloadindex core.untrackedcache core.multipackindex core.commitgraph core.fscache core.hidedotfiles ' +
    'core.protecthfs core.protectntfs core.whitespace core.editor core.sshcommand core.gitproxy core.askpass core.pager ' +
    'core.hookspath core.worktree core.fsync core.fsyncmethod core.warnambiguousrefs core.notesref core.attributesfile ' +
    'core.fsmonitorhookversion core.deltabasecachelimit core.fsmonitor ' +
    'extensions.objectformat extensions.worktreeconfig extensions.relativeworktrees extensions.preciousobjects ' +
    'commit.cleanup commit.status commit.template commit.verbose gc.auto gc.autodetach maintenance.auto ' +
    'maintenance.strategy pack.threads pack.windowmemory tag.sort feature.manyfiles feature.experimental ' +
    'filter.clean filter.smudge filter.process filter.required index.threads index.version'
  ).split(' '),
);

/** In configurations of user or machine. Sections unknown to git are other programs'. */
const HARMLESS_OF_USER: ReadonlySet<string> = new Set(
  (
    'alias am attr bundle clean clone commitgraph credential fastimport fsck gitcvs gitweb gpg imap index instaweb lfs ' +
    'lsrefs mailinfo mailmap pack pager promisor protocol receive reftable repack sendpack sparse ssh tag tar trace2 ' +
    'trailer uploadarchive uploadpack web feature'
  ).split(' '),
);
const HARMLESS_KEYS_OF_USER: ReadonlySet<string> = new Set(
  (
    'core.excludesfile core.createobject core.packedgitwindowsize core.packedgitlimit core.restrictinheritedhandles ' +
    'gc.pruneexpire gc.reflogexpire gc.reflogexpireunreachable gc.packrefs gc.rerereresolved gc.rerereunresolved ' +
    'gc.worktreepruneexpire maintenance.repo maintenance.enabled maintenance.schedule'
  ).split(' '),
);

/** Others may run a program. */
const JUDGED_BY_KEY: ReadonlySet<string> = new Set('commit core extensions filter gc hook maintenance'.split(' '));

const OFF = /^(?:false|no|off|0|)$/i;
const NO_MONITOR = /^(?:|true|false)$/i;

/**
 * Why git may run more, to end a sentence.
 * @param ofUser false: a repository's, perhaps a stranger's
 */
export function writeSettingObjection(
  { section, subsection, name, value = 'true' }: GitConfigSetting,
  subcommand: string,
  ofUser: boolean,
): string | undefined {
  const key = [section, ...(subsection === undefined ? [] : [subsection]), name].join('.');
  const objection = `the setting ${key} may have git run a program`;
  switch (`${section}.${name}`) {
    case 'commit.gpgsign':
    case 'tag.gpgsign':
    case 'tag.forcesignannotated':
      if (subcommand !== section || OFF.test(value)) return undefined;
      return `the setting ${key} has git sign, which runs a program`;
    case 'core.fsmonitor':
      return NO_MONITOR.test(value) ? undefined : objection;
    case 'core.sparsecheckout':
      return OFF.test(value) ? undefined : 'only a part of the repository is checked out';
    case 'core.sparsecheckoutcone':
      return undefined;
    case 'filter.clean':
    case 'filter.smudge':
    case 'filter.process':
      return value === '' ? undefined : objection;
    case 'extensions.refstorage':
      return value === 'files' ? undefined : 'its references are in another form';
  }
  if (section === 'alias' && (name === subcommand || subsection?.toLowerCase() === subcommand)) return objection;
  if (section === 'pager' && name === subcommand) return OFF.test(value) ? undefined : objection;
  if (HARMLESS_SECTIONS.has(section) || HARMLESS_KEYS.has(`${section}.${name}`)) return undefined;
  if (!ofUser) return `the setting ${key} is not known to be harmless`;
  if (HARMLESS_OF_USER.has(section) || HARMLESS_KEYS_OF_USER.has(`${section}.${name}`)) return undefined;
  return JUDGED_BY_KEY.has(section) ? objection : undefined;
}
