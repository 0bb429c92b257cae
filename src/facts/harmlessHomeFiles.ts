import { AGENTS } from './agents';

/** Of toolchains, editors and shells. Relative to the home; a folder counts with its contents. */
export const HARMLESS_TOOL_FILES: readonly string[] = [
  // Toolchains, packages and their builds.
  '.cargo/registry .cargo/git .cargo/bin .rustup .nvm .pyenv .rbenv .nodenv .goenv .jenv .asdf .volta .deno .bun/install',
  '.sdkman/candidates .ghcup .cabal/packages .stack/programs .opam .julia/packages .conda/pkgs .virtualenvs .venvs',
  '.m2/repository .gradle/caches .gradle/wrapper .ivy2/cache .nuget/packages .pub-cache .gem/ruby .hex/packages .linuxbrew',
  '.nix-profile .nix-defexpr .local/bin .local/lib .local/include .local/share/pnpm .local/share/uv .local/share/mise',
  '.local/share/man .local/share/applications .local/share/fonts .local/share/icons .local/share/bash-completion',
  '.local/share/nvim/lazy .local/share/nvim/mason .local/pipx .local/state/nix',
  '.cache/pip .cache/yarn .cache/pnpm .cache/uv .cache/go-build .cache/ms-playwright .cache/typescript .cache/node',
  '.cache/pre-commit .cache/bazel .cache/ccache .cache/huggingface/hub .cache/torch .cache/electron .cache/puppeteer',
  // Editors and shells.
  '.vscode/extensions .vscode-server/extensions .vscode-server/bin .cursor/extensions .oh-my-zsh/lib .oh-my-zsh/plugins .oh-my-zsh/themes .vim',
  '.emacs.d/elpa .tmux .config/nvim .config/tmux .config/kitty .config/alacritty .config/helix',
  '.config/starship.toml .config/htop .config/bat .config/ripgrep .config/git/ignore .config/git/attributes',
  '.config/Code/User/keybindings.json .config/Code/User/snippets .config/user-dirs.dirs',
].flatMap((names) => names.split(' '));

/** All else in a home's hidden folders may hold a key. `*` is any one name. */
export const HARMLESS_HOME_FILES: readonly string[] = [
  ...HARMLESS_TOOL_FILES,
  ...AGENTS.flatMap(({ harmlessFiles = [] }) => harmlessFiles),
  '.agents/skills',
  // macOS closes `Library`, Windows hides `AppData`.
  ...[
    'AppData/Local/Temp AppData/Local/Programs AppData/Local/Android/Sdk AppData/Local/pnpm AppData/Local/npm-cache',
    'AppData/Local/Yarn AppData/Local/pip AppData/Local/uv AppData/Local/go-build AppData/Local/ms-playwright',
    'AppData/Local/nvim AppData/Local/nvim-data AppData/Local/Microsoft/TypeScript AppData/Roaming/npm AppData/Roaming/Python',
    'AppData/Roaming/nvm AppData/Roaming/fnm',
    'Library/Developer Library/Python Library/Java Library/Android/sdk Library/pnpm Library/Fonts Library/Caches/Homebrew',
    'Library/Caches/pip Library/Caches/Yarn Library/Caches/go-build Library/Caches/ms-playwright Library/Caches/typescript',
    'Library/Logs/DiagnosticReports Library/Logs/Homebrew',
  ].flatMap((names) => names.split(' ')),
];
