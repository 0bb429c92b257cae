/** Reserved words, builtins and precommand modifiers, also of modules that zsh autoloads. */
export const ZSH_WORDS: ReadonlySet<string> = new Set(
  (
    '- . : [ alias autoload bg bindkey break builtin bye cd chdir clone command comparguments compadd compcall compctl ' +
    'compdescribe compfiles compgroups compquote compset comptags comptry compvalues continue declare dirs disable ' +
    'disown echo echotc echoti emulate enable eval exec exit export false fc fg float functions getcap getln getopts ' +
    'hash history integer jobs kill let limit local log logout nameref noglob popd print printf private pushd pushln ' +
    'pwd r read readonly rehash return sched set setcap setopt shift source stat strftime suspend syserror sysopen ' +
    'sysread sysseek syswrite test times trap true ttyctl type typeset ulimit umask unalias unfunction unhash unlimit ' +
    'unset unsetopt vared wait whence where which zcompile zcurses zf_chgrp zf_chmod zf_chown zf_ln zf_mkdir zf_mv ' +
    'zf_rm zf_rmdir zf_sync zformat zftp zle zmodload zparseopts zprof zpty zregexparse zselect zsocket zstat zstyle ' +
    'zsystem ztcp ! [[ { } case coproc do done elif else end esac fi for foreach function if nocorrect repeat select ' +
    'then time until while in always run-help'
  ).split(' '),
);

/** Variables that zsh reads, ties or makes up, also in its modules. */
export const ZSH_PARAMETERS: ReadonlySet<string> = new Set(
  (
    'ARGC ARGV0 BAUD BUFFER CDPATH COLUMNS COMPREPLY CORRECT_IGNORE CORRECT_IGNORE_FILE CPUTYPE CURSOR CUTBUFFER ' +
    'DIRSTACKSIZE EGID ENV EPOCHREALTIME EPOCHSECONDS ERRNO EUID FCEDIT FIGNORE FPATH FUNCNEST GID HISTCHARS HISTCMD ' +
    'HISTFILE HISTSIZE HOME HOST IFS KEYBOARD_HACK KEYMAP KEYTIMEOUT LANG LBUFFER LINENO LINES LISTMAX LOGCHECK ' +
    'LOGNAME MACHTYPE MAIL MAILCHECK MAILPATH MANPATH MATCH MBEGIN MEND MODULE_PATH NULLCMD OLDPWD OPTARG OPTIND ' +
    'OSTYPE PATH POSTEDIT PPID PROMPT PROMPT2 PROMPT3 PROMPT4 PROMPT_EOL_MARK PS1 PS2 PS3 PS4 PSVAR PWD RANDOM RBUFFER ' +
    'READNULLCMD REPLY REPORTMEMORY REPORTTIME RPROMPT RPROMPT2 RPS1 RPS2 SAVEHIST SECONDS SHELL SHLVL SPROMPT STTY ' +
    'TERM TERMINFO TERMINFO_DIRS TIMEFMT TMOUT TMPPREFIX TMPSUFFIX TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTY TTYIDLE UID ' +
    'USERNAME VENDOR VERSION WATCH WATCHFMT WIDGET WORDCHARS ZDOTDIR _ aliases argv bufferlines builtins cdpath ' +
    'chpwd chpwd_functions commands dirstack epochtime errnos exit_functions fignore fpath funcfiletrace funcsourcetrace ' +
    'funcstack functions functions_source functrace galiases histchars history historywords jobdirs jobstates jobtexts ' +
    'keymaps langinfo mailpath manpath mapfile match mbegin mend module_path modules nameddirs options parameters ' +
    'patchars path periodic periodic_functions pipestatus precmd precmd_functions preexec preexec_functions prompt ' +
    'psvar reply reswords saliases signals status suffix sysparams termcap terminfo userdirs usergroups watch widgets'
  ).split(' '),
);
