const BEYOND_ZSH = 'bind caller compgen complete compopt help mapfile readarray shopt';
const BEYOND_POSIX = 'builtin declare dirs disown enable history let logout popd pushd source suspend typeset';

export const BUILTINS_BEYOND_ZSH: ReadonlySet<string> = new Set(BEYOND_ZSH.split(' '));
export const BUILTINS_BEYOND_POSIX: ReadonlySet<string> = new Set(`${BEYOND_ZSH} ${BEYOND_POSIX}`.split(' '));
