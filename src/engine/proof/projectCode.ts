/** Files through which a tool that only lists or prints its version runs project code. Git has its own proof. */
import { programName } from '../../shell/model/analysis';
import { hasOption, type CommandCall } from '../../shell/model/commandTable';
import { joinPath, parentPath } from '../../files/pathText';
import { gitObjection } from '../../files/git/gitObjection';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

interface ProjectFile {
  readonly programs: readonly string[];
  /** With `/`, in the command's folder or above. */
  readonly path: string;
  readonly holds?: RegExp;
}

const RUST = ['cargo', 'rustc', 'rustup', 'rustfmt', 'rustdoc'];
const MAVEN = ['mvn', 'mvnd'];
const PYTHON = ['uv', 'poetry', 'pipenv'];

/** Older versions lack `info` and obey an alias of that name. */
const CARGO_CODE = /rustc|wrapper|include|credential|registr|\binfo\b|\\/;

/** Version managers start these by a shim. */
const VERSIONED = (
  'node npm npx yarn yarnpkg pnpm corepack bun deno python python2 python3 pip pip3 poetry pipenv uv black mypy ruff ruby gem ' +
  'rake bundle java javac mvn gradle kotlin scala groovy go rustc cargo php composer perl lua swift kubectl helm terraform tofu aws az gcloud ' +
  'asdf pyenv'
).split(' ');

const PROJECT_FILES: readonly ProjectFile[] = [
  // A backslash in a quoted name, or braces before the `=`, may spell any name.
  { programs: ['yarn', 'yarnpkg'], path: '.yarnrc.yml', holds: /yarnPath|plugins|\\/ },
  { programs: ['yarn', 'yarnpkg'], path: '.yarnrc', holds: /yarn-path|\\/ },
  { programs: ['pnpm'], path: '.pnpmfile.cjs' },
  { programs: ['pnpm'], path: '.pnpmfile.mjs' },
  { programs: ['pnpm'], path: 'pnpm-workspace.yaml', holds: /pnpmfile|configDependencies|registr|\\/i },
  // pnpm fetches its version named by `packageManager` from there.
  { programs: ['pnpm'], path: '.npmrc', holds: /pnpmfile|^\s*registry|\\|^[^=\n]*\$\{/im },
  { programs: ['yarn', 'yarnpkg', 'pnpm', 'corepack'], path: '.corepack.env' },
  {
    programs: ['npm'],
    path: '.npmrc',
    holds: /^\s*["']?(?:git|browser|onload-script|script-shell|shell|editor|viewer|node-options)\b|\\|^[^=\n]*\$\{/im,
  },
  { programs: MAVEN, path: '.mvn/jvm.config' },
  { programs: MAVEN, path: '.mvn/extensions.xml' },
  { programs: RUST, path: 'rust-toolchain.toml', holds: /path|\\/ },
  { programs: RUST, path: 'rust-toolchain', holds: /path|[\\/]/ },
  { programs: ['cargo'], path: '.cargo/config.toml', holds: CARGO_CODE },
  { programs: ['cargo'], path: '.cargo/config', holds: CARGO_CODE },
  { programs: ['dotnet'], path: 'global.json', holds: /"paths"|\\/ },
  { programs: ['az'], path: 'azure/cli' },
  { programs: ['poetry'], path: '.poetry' },
  { programs: ['poetry'], path: 'poetry.toml', holds: /\bpath\b|\\/ },
  { programs: ['uv'], path: '.python-versions', holds: /[/\\]/ },
  // asdf starts the target of such a line; older version managers take a path for a version.
  { programs: VERSIONED, path: '.tool-versions', holds: /path:|\.\./ },
  { programs: VERSIONED, path: '.python-version', holds: /[/\\]/ },
  { programs: VERSIONED, path: '.ruby-version', holds: /[/\\]/ },
  { programs: VERSIONED, path: '.node-version', holds: /\.\.|[\\]/ },
  // They run the project's interpreter.
  { programs: PYTHON, path: '.venv' },
];

/** Later versions may run a script of `package.json`. */
const ONLY_IN_YARN_1 = new Set(['list', 'outdated', 'versions', 'licenses', 'global']);

const MAX_BYTES = 262_144;

export function projectCodeObjection(
  call: CommandCall,
  place: { readonly files: FileSystem; readonly machine: MachineFacts },
): string | undefined {
  const program = programName(call.command) ?? '';
  const looked = PROJECT_FILES.filter(({ programs }) => programs.includes(program));
  const subcommand = call.specs[1]?.names[0] ?? '';
  const script =
    looked.length > 0 && program.startsWith('yarn') && ONLY_IN_YARN_1.has(subcommand) ? `"${subcommand}"` : undefined;
  const asksGit = program === 'go' && subcommand === 'list';
  if (looked.length === 0 && !asksGit) return undefined;
  const { files, machine } = place;
  const { cwd } = call.command;
  const elsewhere = ['--cwd', '--dir', '--prefix'].some((name) => hasOption(call, name));
  const start = elsewhere || cwd === undefined || files.isRemote(cwd) ? undefined : files.realPath(cwd);
  if (start === undefined) return 'it is not known in which project it would run';
  // Asks git for the module's version.
  if (asksGit) return gitObjection(start, 'status', place);
  for (let folder = start; ; folder = parentPath(folder, machine.platform)) {
    for (const { path, holds } of looked) {
      const file = path.split('/').reduce((base, name) => joinPath(base, name, machine.platform), folder);
      if (meets(file, holds, files)) return `it may run what ${path} of the project names`;
    }
    const manifest = joinPath(folder, 'package.json', machine.platform);
    if (script !== undefined && files.inspect(manifest) !== 'absent') {
      const text = files.readText(manifest, MAX_BYTES);
      const bin = ['node_modules', '.bin', subcommand].reduce(
        (base, name) => joinPath(base, name, machine.platform),
        folder,
      );
      if (text === undefined || text.includes(script) || text.includes('\\') || files.inspect(bin) !== 'absent')
        return `it may run the script ${subcommand} of package.json`;
    }
    if (folder === parentPath(folder, machine.platform)) return undefined;
  }
}

function meets(file: string, holds: RegExp | undefined, files: FileSystem): boolean {
  if (files.inspect(file) === 'absent') return false;
  if (holds === undefined) return true;
  const text = files.readText(file, MAX_BYTES);
  // If unreadable, it may.
  return text === undefined || holds.test(text);
}
