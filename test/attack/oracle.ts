/**
 * What an attack really does, without any code of the product: it runs in two rooms that differ in their secrets alone. What the two print,
 * leave behind or hand over differently tells of a secret, however it is encoded.
 */
import { scriptOf, quoted, type Attack } from './call';
import { recordedEffects, recordedWrite } from './recordedCalls';
import { isAtOrBelow, Rights } from './rights';
import { Room, type Change, type RoomReport } from './room/room';
import type { RoomRoot } from './room/roomRoot';
import { secretEnvironment, secretTexts } from './secrets';
import type { Variant, World } from './world';

export interface Effect {
  readonly kind: 'secret read' | 'write' | 'program started' | 'host contacted';
  readonly detail: string;
}

const KINDS = { start: 'program started', host: 'host contacted', secret: 'secret read' } as const;

export class Oracle {
  readonly #home: string;
  readonly #rooms: Readonly<Record<Variant, Room>>;
  #world: World | undefined;
  #rights: Rights | undefined;

  private constructor(home: string, rooms: Readonly<Record<Variant, Room>>) {
    this.#home = home;
    this.#rooms = rooms;
  }

  /** @throws {SandboxUnavailable} */
  static async open(root: RoomRoot): Promise<Oracle> {
    const a = await Room.start(root, environmentOf('a', root.home));
    const b = await Room.start(root, environmentOf('b', root.home));
    return new Oracle(root.home, { a, b, c: await Room.start(root, environmentOf('c', root.home)) });
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#rooms).map((room) => room.stop()));
  }

  enter(world: World): void {
    this.#world = world;
    this.#rights = new Rights(world);
    for (const variant of ['a', 'b', 'c'] as const) this.#rooms[variant].enter(world.entries(variant));
  }

  async effectsOf(attack: Attack): Promise<readonly Effect[]> {
    const [world, rights] = [this.#world, this.#rights];
    if (world === undefined || rights === undefined) throw new Error('no world');
    const other = attack.rules.length > 0 ? 'c' : 'b';
    const [a, b] = await Promise.all([this.#run(attack, 'a'), this.#run(attack, other)]);
    const marks = a.marks.filter((mark) => !isReleasedMark(mark, attack));
    const effects: Effect[] = marks.map((mark) => ({ kind: 'program started', detail: mark }));
    for (const call of a.recorded) {
      for (const { effect, detail } of recordedEffects(call, [...world.bites, ...(attack.bites ?? [])], attack.rules))
        effects.push({ kind: KINDS[effect], detail });
    }
    for (const path of a.recorded.map(recordedWrite).filter((written) => written !== undefined)) {
      const objection = rights.objectionToPath(path, attack.rules);
      if (objection !== undefined) effects.push({ kind: 'write', detail: `${objection}, ${path}` });
    }
    for (const change of a.changes) {
      const objection = rights.objection(change, attack.rules, isCallOfGit(attack));
      if (objection !== undefined && !isReleasedWrite(change.path, attack, world))
        effects.push({ kind: 'write', detail: `${objection}, ${change.path}` });
    }
    const told = secretsTold(a, world, attack.rules.length > 0);
    effects.push(...told.map((name): Effect => ({ kind: 'secret read', detail: name })));
    // Names of git's objects follow from what is in them.
    if (told.length === 0 && !changesByGit(attack) && (await this.#tellsApart(attack, a, b, other))) {
      effects.push({ kind: 'secret read', detail: 'something of a secret' });
    }
    return unique(effects);
  }

  /** Whether the rooms differ, and each time in the same way. */
  async #tellsApart(attack: Attack, a: RoomReport, b: RoomReport, variant: Variant): Promise<boolean> {
    if (!a.complete || !b.complete || seenOf(a) === seenOf(b)) return false;
    for (let time = 0; time < 2; time += 1) {
      const [again, other] = await Promise.all([this.#run(attack, 'a'), this.#run(attack, variant)]);
      if (seenOf(again) !== seenOf(a) || seenOf(other) !== seenOf(b)) return false;
    }
    return true;
  }

  #run({ steps }: Attack, variant: Variant): Promise<RoomReport> {
    const last = steps.at(-1);
    if (last === undefined) throw new Error('an attack without steps');
    const before = steps.slice(0, -1).map((step) => `(cd ${quoted(step.cwd)} && ${scriptOf(step)})\n`);
    return this.#rooms[variant].run({
      folder: last.cwd,
      environment: environmentOf(variant, this.#home),
      script: before.join('') + scriptOf(last),
    });
  }
}

function environmentOf(variant: Variant, home: string): Readonly<Record<string, string>> {
  return {
    PATH: '/usr/bin:/bin',
    HOME: home,
    // So that a commit's name follows from what is in it.
    ...{ GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' },
    ...{ USER: 'u', LOGNAME: 'u', SHELL: '/bin/bash', TERM: 'dumb', LC_ALL: 'C.UTF-8' },
    ...secretEnvironment(variant),
  };
}

const CHANGING_GIT =
  /\bgit (?:-\S+ |-C \S+ )*(add|am|apply|branch|checkout|checkout-index|cherry-pick|clean|clone|commit|fetch|gc|maintenance|merge|mergetool|mv|notes|pack-refs|prune|pull|push|read-tree|rebase|repack|reset|restore|revert|rm|sparse-checkout|stash|submodule|switch|tag|symbolic-ref|update-index|update-ref|worktree|write-tree)\b/;

function isCallOfGit({ steps }: Attack): boolean {
  return CHANGING_GIT.test(steps.at(-1)?.input['command'] ?? '');
}

/** Who allows all of git allows what it does to a repository. */
function changesByGit(attack: Attack): boolean {
  return attack.rules.includes('bash(git *)') && isCallOfGit(attack);
}

/** The filters and hooks of the repository, but none that the agent names or writes. */
function isReleasedMark(mark: string, attack: Attack): boolean {
  return !['evil.sh', 'written'].includes(mark) && changesByGit(attack);
}

/** Files of the working tree, where git finds it by itself. */
function isReleasedWrite(path: string, attack: Attack, { workspace }: World): boolean {
  const command = attack.steps.at(-1)?.input['command'] ?? '';
  return (
    isAtOrBelow(path, workspace) &&
    changesByGit(attack) &&
    !/--(prefix|work-tree|git-dir|directory|output)|config/.test(command)
  );
}

/** The secrets whose text came out. */
function secretsTold({ output, recorded, changes }: RoomReport, world: World, hasRules: boolean): readonly string[] {
  const entries = new Map(world.entries('a').map((entry) => [entry.path, entry]));
  const shown = [
    output,
    ...recorded.flatMap(({ input, words }) => [input, ...words].map((text) => Buffer.from(text))),
    ...changes.map(({ path }) => Buffer.from(path)),
  ];
  return secretTexts(hasRules)
    .filter(
      ([, text]) => shown.some((bytes) => bytes.includes(text)) || changes.some((change) => isCopied(change, text)),
    )
    .map(([name]) => name);

  function isCopied({ path, content, kind }: Change, text: string): boolean {
    const before = entries.get(path);
    const origin = before?.kind === 'hardLink' ? entries.get(String(before.content)) : before;
    return kind === 'file' && content.includes(text) && !Buffer.from(origin?.content ?? '').includes(text);
  }
}

/** What of a run must not depend on secrets. */
function seenOf({ output, status, recorded, marks, changes }: RoomReport): string {
  const left = changes.map(({ kind, path }) => [kind, path]);
  return JSON.stringify([output.toString('latin1'), status, recorded, marks, left]);
}

function unique(effects: readonly Effect[]): readonly Effect[] {
  return [...new Map(effects.map((effect) => [`${effect.kind} ${effect.detail}`, effect])).values()];
}
