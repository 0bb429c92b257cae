/** Words with which programs name other code, files or hosts. */

const TAKES_NAMES =
  'git hg svn npm pnpm yarn bun deno pip pipx uv poetry pdm conda mamba cargo go gem bundle composer brew apt apt-get aptitude ' +
  'dnf yum zypper pacman apk snap flatpak nix nix-env port choco winget scoop luarocks cpan cpanm opam cabal stack mix ' +
  'dotnet nuget docker podman nerdctl systemctl service launchctl make gmake';

const ALL_OPERANDS = /^(?:git|hg|svn|make|gmake|systemctl|service|launchctl|luarocks|cpanm?|nix-env)$/;

const NAMING_VERB =
  /^(?:install|i|in|isntall|add|a|ci|update|upgrade|up|remove|uninstall|rm|un|link|ln|get|download|fetch|pull|push|build|info|show|view|tap|wheel|sync|save|load|tag|cp|start|stop|restart|require|reinstall|-S\w*|-U\w*)$/;

const KEY_VERB =
  /^(?:config|set|get-config|login|logout|token|auth|publish|secret|adduser|credential.*|owner|profile|signin)$/;

const NAMING_OPTION =
  /^(?:-p|--package|--from|--with|--spec|-m|-r|--require|--import|--loader|--experimental-loader|--preload|--entrypoint|--install-extension)$/;

const RUNNERS_OF_PACKAGES = 'npx pnpx bunx uvx code code-insiders codium cursor';

const NETWORK =
  /^(?:curl|wget2?|aria2c|axel|lynx|w3m|https?|xhs?|ssh|slogin|rsh|mosh|autossh|scp|rsync|sftp|sshfs|telnet|ftp|nc|ncat|netcat|ping6?|traceroute|whois|nmap|dig|nslookup|host)$/;

const REMOTE_SHELL = /^(?:ssh|slogin|rsh|mosh|autossh|https?|xhs?)$/;

const NAMES: ReadonlySet<string> = new Set(TAKES_NAMES.split(' '));
const PACKAGE_RUNNERS: ReadonlySet<string> = new Set(RUNNERS_OF_PACKAGES.split(' '));

export function namingOperands(program: string, verbs: readonly string[]): 'all' | 'first' | 'none' {
  if (NETWORK.test(program)) return REMOTE_SHELL.test(program) ? 'first' : 'all';
  const [verb = '', second = ''] = verbs;
  const names = NAMING_VERB.test(verb);
  if (!NAMES.has(program) || isKeyVerb(verb)) return 'none';
  if (ALL_OPERANDS.test(program) || names) return 'all';
  if (isKeyVerb(second)) return 'none';
  return NAMING_VERB.test(second) ? 'all' : 'first';
}

export function isKeyVerb(text: string): boolean {
  return KEY_VERB.test(text);
}

export function isNamingOption(text: string): boolean {
  return NAMING_OPTION.test(text);
}

/** By options such as `-p`, which for others hold keys. */
export function namesByOptions(program: string): boolean {
  return PACKAGE_RUNNERS.has(program) || (NAMES.has(program) && !ALL_OPERANDS.test(program));
}

export function talksToHosts(program: string): boolean {
  return NETWORK.test(program);
}

export function variableNamesCode(name: string): boolean {
  return /(?:^|_)(?:PATH|PRELOAD|COMMAND|CMD|EDITOR|PAGER|BROWSER|SHELL|STARTUP|ASKPASS|PROXY|HOST|HOSTNAME|URL|URI|FILE|DIR|HOME|INDEX|REGISTRY|SERVER|PROGRAM|BIN|EXEC)$|^(?:BASH_ENV|ENV|NODE_OPTIONS|LD_\w+|DYLD_\w+|PYTHON\w+)$/i.test(
    name,
  );
}
