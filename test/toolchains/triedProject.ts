/** A project on the disk whose line runs outside and contained, as an agent would run it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { triedPath } from '../../scripts/toolchain/triedPackages.mjs';
import { ContainedRoom } from '../contained/containedRoom';
import { essentialOutput, outputDifference } from './essentialOutput';
import type { Toolchain } from './toolchain';

export interface Tried {
  /** Of the program; undefined: it is not installed. */
  readonly version: string | undefined;
  /** Why it does not work contained, or of the project itself. */
  readonly problem: string | undefined;
  /** Of the run that passes. */
  readonly outsideMilliseconds: number;
  readonly containedMilliseconds: number;
  /** That the run was stopped, although it did as outside. */
  readonly falseReports: readonly string[];
}

interface Ran {
  readonly code: number | null;
  readonly output: readonly string[];
  readonly said: string;
  readonly milliseconds: number;
  readonly report: string | undefined;
}

const MOST_MILLISECONDS = 300_000;
/** Contained, npm looks for none: the times are of the same work. */
const NO_UPDATES = { npm_config_update_notifier: 'false' };
const OWN_WORDS = /^Auto Mode: .*$/gm;

export class TriedProject {
  readonly #home: string;
  readonly #workspace: string;
  readonly #path: string;
  readonly #aside: string;

  /**
   * @param root an empty folder
   * @param packages a `node_modules` on the same disk; its files get second names
   */
  constructor(root: string, packages: string) {
    this.#home = join(root, 'home');
    this.#workspace = join(this.#home, 'project');
    this.#aside = join(root, 'node_modules');
    mkdirSync(this.#workspace, { recursive: true, mode: 0o700 });
    for (const name of ['.cargo', '.rustup']) {
      if (existsSync(join(homedir(), name))) symlinkSync(join(homedir(), name), join(this.#home, name));
    }
    execFileSync('cp', ['-al', packages, this.#aside]);
    this.#path = triedPath(this.#home);
  }

  async tried(toolchain: Toolchain): Promise<Tried> {
    const version = this.#version(toolchain);
    const none = { version, problem: undefined, outsideMilliseconds: 0, containedMilliseconds: 0, falseReports: [] };
    if (version === undefined) return none;
    // First what fails: it warms the disk's cache for the run that is timed.
    const fails = this.#outside(toolchain, toolchain.broken);
    const passes = this.#outside(toolchain, {});
    if (passes.code !== 0) return { ...none, problem: `fails outside: ${passes.said.slice(-600)}` };
    if (fails.code === 0 && outputDifference(fails.output, passes.output) === undefined) {
      return { ...none, problem: 'does not notice what is broken' };
    }
    const room = new ContainedRoom({}, { home: this.#home, workspace: this.#workspace });
    await room.open();
    await room.tried();
    const inside = await this.#contained(room, toolchain, {});
    if (typeof inside === 'string') return { ...none, problem: inside };
    const failsInside = await this.#contained(room, { ...toolchain, line: `${toolchain.line} ` }, toolchain.broken);
    if (typeof failsInside === 'string') return { ...none, problem: failsInside };
    return {
      version,
      problem: difference('passes', passes, inside) ?? difference('fails', fails, failsInside),
      outsideMilliseconds: passes.milliseconds,
      containedMilliseconds: inside.milliseconds,
      falseReports: [inside.report, failsInside.report].flatMap((report) => report ?? []),
    };
  }

  #version(toolchain: Toolchain): string | undefined {
    this.#make(toolchain, {});
    const { status, stdout, stderr } = this.#bash(toolchain.version);
    return status === 0 ? /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] : undefined;
  }

  #outside(toolchain: Toolchain, over: Readonly<Record<string, string>>): Ran {
    this.#make(toolchain, over);
    return this.#ran(toolchain.line, toolchain.varies);
  }

  async #contained(
    room: ContainedRoom,
    toolchain: Toolchain,
    over: Readonly<Record<string, string>>,
  ): Promise<Ran | string> {
    this.#make(toolchain, over);
    const decision = await room.decided(toolchain.line, { path: this.#path });
    if (decision.rewritten === undefined) return `is not contained: ${decision.stage}, ${decision.reason}`;
    const ran = this.#ran(decision.rewritten, toolchain.varies);
    room.containment.callEnded(decision.id);
    const report = room.reports.get(decision.id);
    const [put] = report?.putAside ?? [];
    if (put !== undefined) return `makes what is protected: ${put}`;
    const words = [...(report?.stopped ?? []), ...(report?.said === '' ? [] : [report?.said ?? ''])];
    return { ...ran, report: words.length === 0 ? undefined : words.join('; ') };
  }

  #ran(line: string, varies: RegExp | undefined): Ran {
    const start = performance.now();
    const { status, stdout, stderr } = this.#bash(line);
    const milliseconds = performance.now() - start;
    const said = (stdout + stderr).replace(OWN_WORDS, '');
    return { code: status, output: essentialOutput(said, varies), said, milliseconds, report: undefined };
  }

  #bash(line: string): { status: number | null; stdout: string; stderr: string } {
    return spawnSync('/bin/bash', ['-c', line], {
      cwd: this.#workspace,
      env: { PATH: this.#path, HOME: this.#home, LANG: 'C.UTF-8', TZ: 'Europe/Berlin', ...NO_UPDATES },
      encoding: 'utf8',
      timeout: MOST_MILLISECONDS,
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  /** As after a checkout: nothing of the run before. */
  #make({ files, packages, git, prepare }: Toolchain, over: Readonly<Record<string, string>>): void {
    const modules = join(this.#workspace, 'node_modules');
    if (existsSync(modules)) renameSync(modules, this.#aside);
    for (const name of readdirSync(this.#workspace)) {
      rmSync(join(this.#workspace, name), { recursive: true, force: true });
    }
    for (const [path, text] of Object.entries({ ...files, ...over })) {
      const file = join(this.#workspace, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    if (packages === true) {
      renameSync(this.#aside, modules);
      for (const name of ['.cache', '.vite', '.vite-temp', '.vitest']) {
        rmSync(join(modules, name), { recursive: true, force: true });
      }
    }
    if (prepare !== undefined) this.#bash(prepare);
    if (git === true) this.#bash(`git init -q && git add . && git -c user.name=a -c user.email=a@b.c commit -qm first`);
  }
}

function difference(what: string, outside: Ran, contained: Ran): string | undefined {
  const output = outputDifference(outside.output, contained.output);
  const report = contained.report === undefined ? '' : ` (${contained.report.slice(0, 300)})`;
  if (outside.code !== contained.code) {
    return `${what} with ${String(contained.code)} instead of ${String(outside.code)}${report}\n${output ?? ''}`;
  }
  return output === undefined ? undefined : `${what} with other words${report}\n${output}`;
}
