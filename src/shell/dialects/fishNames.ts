/** Names of another command in fish, or of a command in one shell only. */
export const NOT_IN_BOTH: ReadonlySet<string> = new Set(
  // Builtins and keywords of all versions.
  (
    '! . [[ _ abbr and argparse begin bg bind block break breakpoint builtin case commandline complete contains ' +
    'continue count disown else emit end eval exec fg fish_indent fish_key_reader for function functions history if ' +
    'jobs math not or path random read return set set_color source status string switch time ulimit wait while { } ' +
    // Functions, without those that only add colours.
    'N_ alias apropos cdh contains_seq delete-or-exit dirh dirs down-or-search edit_command_buffer funced funcsave ' +
    'help isatty la ll man mimedb nextd nextd-or-forward-word open popd prevd prevd-or-backward-word psub pushd setenv ' +
    'suspend trap umask up-or-search vared whatis ' +
    // Bash's alone.
    'caller chdir compgen compopt coproc declare do done elif enable esac fc fi getopts hash in let local logout ' +
    'mapfile readarray readonly select shift shopt then times typeset unalias unset until'
  ).split(' '),
);

export const OWN_PREFIX = /^(?:fish_|__|_validate|prompt_)/;

/** fish gives these upper-case names a meaning. */
export const FISH_VARIABLES: ReadonlySet<string> = new Set(
  (
    'BROWSER CMD_DURATION COLUMNS COLORTERM FISH_VERSION HOME IFS LINES OLDPWD PWD SHELL SHLVL TERM TERMINFO ' +
    'TERMINFO_DIRS USER VISUAL'
  ).split(' '),
);
