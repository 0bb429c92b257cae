/** From `package.json` and `deno.json`, with those before and after. */
import { table } from '../common/table';
import { foldersOf, programName, writtenText, type SimpleCommand, type Word } from '../shell/model/analysis';
import { parseJsonWithComments } from '../files/jsonComments';
import { unresolved, type PartRun, type Run } from './run';
import type { ClosureReader } from './reader';
import { readPackageCall, type PackageCall } from './packageCall';

interface Manifest {
  readonly path: string;
  readonly folder: string;
  readonly sha256: string;
  readonly text: string;
  readonly scripts: ReadonlyMap<string, string>;
}

/** Started beside a script of that name. */
const LIFECYCLES: Readonly<Record<string, readonly string[]>> = table({
  install: ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'],
  pack: ['prepublish', 'prepack', 'prepare', 'postpack'],
  publish: ['prepublishOnly', 'prepublish', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish'],
  version: ['preversion', 'version', 'postversion'],
  uninstall: ['preuninstall', 'uninstall', 'postuninstall'],
  link: ['preprepare', 'prepare', 'postprepare'],
});

export function packageRuns(command: SimpleCommand, reader: ClosureReader): readonly Run[] {
  const call = readPackageCall(command);
  if (call === undefined) return [];
  const runs = foldersOf(command).flatMap((folder) => runsIn(folder, call, reader));
  if (foldersOf(command).length === 0) {
    return [unresolved(`${programName(command) ?? ''} runs scripts in a folder that is not known`)];
  }
  return [...runs, ...call.doubts.map(unresolved)];
}

export function packageScriptNamed(name: string, folder: string | undefined, reader: ClosureReader): boolean {
  return folder !== undefined && nearestManifest(folder, 'package.json', reader)?.scripts.has(name) === true;
}

function runsIn(folder: string, call: PackageCall, reader: ClosureReader): readonly Run[] {
  const named = call.folder === undefined ? folder : absolute(call.folder, folder, reader);
  if (reader.isAbsent(named)) return [];
  const start = reader.realFolder(named);
  if (start === undefined) return [unresolved(`${call.program} runs scripts in a folder that is not known`)];
  if (call.program === 'deno') return denoTask(start, call, reader);
  const manifest = nearestManifest(start, 'package.json', reader);
  if (manifest === undefined) {
    const isThere = reader.folderWith(start, ['package.json']) !== undefined;
    return isThere ? [unresolved(`${call.program} would run a script of a package.json that cannot be read`)] : [];
  }
  const settings: Run = {
    what: 'file',
    kind: 'configuration',
    path: reader.join(manifest.folder, '.npmrc'),
    cwd: manifest.folder,
    read: 'data',
    optional: true,
  };
  const { act } = call;
  if (act.kind === 'lifecycle') {
    const installs = act.name === 'install' ? [unresolved('Installed packages may run scripts of their own')] : [];
    return [settings, ...(LIFECYCLES[act.name] ?? []).flatMap((name) => parts(name, [], manifest)), ...installs];
  }
  if (act.name === undefined)
    return [unresolved(`${call.program} runs a script whose name is only known when it runs`)];
  if (!manifest.scripts.has(act.name)) return missingScript(act.kind, act.name, call.program, manifest, reader);
  const around = call.ignoresScripts ? [act.name] : [`pre${act.name}`, act.name, `post${act.name}`];
  return [settings, ...around.flatMap((name) => parts(name, name === act.name ? act.args : [], manifest))];
}

function missingScript(
  kind: 'script' | 'maybe',
  name: string,
  program: string,
  { folder }: Manifest,
  reader: ClosureReader,
): readonly Run[] {
  if (name === 'start' && reader.exists(reader.join(folder, 'server.js'))) {
    return [{ what: 'file', kind: 'script', path: reader.join(folder, 'server.js'), cwd: folder, read: 'code' }];
  }
  return kind === 'maybe'
    ? []
    : [
        unresolved(
          `${program} would run the script ${JSON.stringify(name.slice(0, 200))}, which package.json does not have`,
        ),
      ];
}

function parts(name: string, args: readonly Word[], manifest: Manifest): readonly PartRun[] {
  const script = manifest.scripts.get(name);
  if (script === undefined) return [];
  const text = [script, ...args.map(({ raw }) => raw)].join(' ');
  return [
    {
      what: 'part',
      kind: 'package-script',
      name,
      path: manifest.path,
      sha256: manifest.sha256,
      texts: [{ line: lineOfKey(manifest.text, name), text }],
      language: 'shell',
      shell: 'sh',
      cwd: manifest.folder,
      packageFolder: manifest.folder,
      runs: [],
    },
  ];
}

function denoTask(start: string, { act }: PackageCall, reader: ClosureReader): readonly Run[] {
  const manifest =
    nearestManifest(start, 'deno.json', reader) ??
    nearestManifest(start, 'deno.jsonc', reader) ??
    nearestManifest(start, 'package.json', reader);
  if (manifest === undefined || act.kind === 'lifecycle' || act.name === undefined)
    return [unresolved('deno runs a task that cannot be read')];
  const found = parts(act.name, act.args, manifest).map((part) => ({ ...part, kind: 'task' as const }));
  return found.length > 0 ? found : [unresolved('deno runs a task that its configuration does not have')];
}

function nearestManifest(folder: string, name: string, reader: ClosureReader): Manifest | undefined {
  const found = reader.folderWith(folder, [name]);
  if (found === undefined) return undefined;
  const { path, content } = reader.read(reader.join(found, name), undefined);
  if (content?.text === undefined) return undefined;
  const value = parseJsonWithComments(content.text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { scripts: ofNode, tasks: ofDeno } = value as { readonly scripts?: unknown; readonly tasks?: unknown };
  const scripts = new Map([...stringsIn(ofNode), ...stringsIn(ofDeno)]);
  return { path, folder: found, sha256: content.sha256, text: content.text, scripts };
}

function stringsIn(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, script]: [string, unknown]) => {
    const text = typeof script === 'object' && script !== null ? (script as { command?: unknown }).command : script;
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
}

function lineOfKey(text: string, name: string): number {
  const scripts = /"(?:scripts|tasks)"\s{0,40}:/.exec(text)?.index ?? 0;
  const at = text.indexOf(JSON.stringify(name), scripts);
  return at === -1 ? 1 : text.slice(0, at).split('\n').length;
}

function absolute(folder: Word, base: string, reader: ClosureReader): string | undefined {
  const text = folder.text ?? writtenText(folder);
  if (folder.text === undefined) return undefined;
  return text.startsWith('/') ? text : reader.join(base, text);
}
