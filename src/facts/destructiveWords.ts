/**
 * Words of programs, options, scripts and targets that remove, overwrite, force, publish, send or change something
 * elsewhere. A line with one may be harmless, but no rule need be offered for it.
 */
export const DESTRUCTIVE_WORDS: ReadonlySet<string> = new Set(
  (
    'abort apply bootstrap clean cleanup clear commit copy cp create dd deactivate decommission delete del deploy deployment destroy dev ' +
    'disable discard down drop dropdb e2e eject erase exec expunge force forced format flash fetch ftp global gc halt hard ' +
    'http https import init install kill killall link login logout mail migrate migration migrations mirror move mv ' +
    'notify nuke overwrite patch post preview promote provision prune publish pull purge push put reboot rebase recreate release ' +
    'remote remove reset restart restore resync revert rewrite rm rmdir rollback rollout rotate rsync scp seed send serve ' +
    'shred shutdown sign ssh start stop stash submit sudo sync terminate terraform truncate undo uninstall unlink unpublish ' +
    'up update upgrade upload wipe write yes'
  ).split(' '),
);

/** With one meaning in many programs. */
export const DESTRUCTIVE_OPTIONS: ReadonlySet<string> = new Set(['-f', '-F', '-D', '-g', '-y']);
