/** Lists of good: private files of the user are missing. */
import { join } from 'node:path';
import { HARMLESS_TOOL_FILES } from '../facts/harmlessHomeFiles';

/** Programs and libraries. */
export const SYSTEM_FOLDERS: readonly string[] = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store', '/gnu/store'],
  ...['/run/current-system', '/etc/profiles', '/home/linuxbrew/.linuxbrew', '/snap', '/sys/devices/system/cpu'],
];

/** Users, services, certificates and libraries' settings: no keys. Below `/etc`. */
export const SYSTEM_SETTINGS: readonly string[] = [
  'passwd group hosts nsswitch.conf host.conf gai.conf protocols services ld.so.cache ld.so.conf ld.so.conf.d',
  'alternatives ssl/certs ssl/openssl.cnf ca-certificates pki/tls/certs pki/ca-trust localtime timezone locale.conf',
  'locale.gen locale.alias default/locale mime.types magic fonts os-release debian_version lsb-release redhat-release',
  'java-11-openjdk java-17-openjdk java-21-openjdk java-25-openjdk java maven perl python3 ruby gemrc php node',
  'inputrc terminfo shells login.defs ethertypes static nix/registry.json',
].flatMap((names) => names.split(' '));

/** Settings of editors, what a package manager writes for all projects, and places with keys stay out. */
const NO_TOOLCHAINS = /^\.(?:(?:vscode|vscode-server|cursor|config)\/|pub-cache$|local\/share\/uv$)/;

/** Tools fail on a read-only cache, so these have one for contained runs. Relative to `~/.cache`. */
const OWN_CACHES = /^\.cache\/(?:pip|yarn|pnpm|uv|go-build|typescript|pre-commit|bazel|ccache)$/;

/** Toolchains, packages, and downloads of tools. Relative to the home. */
export const HOME_TOOLCHAINS: readonly string[] = [
  ...HARMLESS_TOOL_FILES.filter((name) => !NO_TOOLCHAINS.test(name) && !OWN_CACHES.test(name)),
  ...['go/bin', 'go/pkg', '.bun/bin', '.npm/_npx', '.npm-global', '.npm-packages', '.fnm', '.local/share/fnm'],
  ...['.dotnet/dotnet', '.dotnet/host', '.dotnet/sdk', '.dotnet/shared', '.dotnet/packs', '.dotnet/tools'],
  ...['.dotnet/templates', '.dotnet/sdk-manifests', '.dotnet/metadata', '.pub-cache/hosted', '.pub-cache/git'],
  ...['.pub-cache/global_packages', '.pub-cache/bin', '.local/share/uv/python', '.local/share/uv/tools', '.rye'],
  ...['.juliaup', '.rvm', '.gradle/jdks', '.jdks', '.asdf/installs', '.swiftpm', '.foundry/bin'],
  ...['.local/share/gem/ruby', '.local/share/pypoetry/venv', '.mix/archives', '.mix/elixir', '.cabal/store', 'perl5'],
  ...['.luarocks/lib', '.luarocks/share', '.luarocks/bin', 'R/x86_64-pc-linux-gnu-library'],
  ...['.local/share/virtualenvs', '.cache/pypoetry/virtualenvs', '.config/composer/vendor', '.composer/vendor'],
];

/** Mounted in the kept cache, relative to it. */
export const CACHED_TOOLCHAINS: readonly string[] = HOME_TOOLCHAINS.flatMap((name) =>
  name.startsWith('.cache/') ? [name.slice('.cache/'.length)] : [],
);

/** @param cache only for contained runs of this workspace; becomes `~/.cache` */
export function homeOf(home: string, cache: string): { readonly readable: readonly string[]; readonly cache: string } {
  return { readable: HOME_TOOLCHAINS.map((name) => join(home, name)), cache };
}
