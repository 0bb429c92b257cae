/** Tasks of `just`, `task` and `mise`. */
import { foldersOf, programName, type SimpleCommand } from '../shell/model/analysis';
import { readJustfile } from './justfile';
import { miseTasks, taskfileTasks, type FileTask } from './taskFiles';
import { unresolved, type PartRun, type Run } from './run';
import type { ClosureReader } from './reader';

interface TaskRunner {
  readonly names: readonly string[];
  /** Undefined: unreadable. */
  readonly read: (text: string) => readonly FileTask[] | undefined;
  /** Words before the task's name. */
  readonly words: readonly string[];
}

const JUST: TaskRunner = { names: ['justfile', 'Justfile', '.justfile'], read: readJustfile, words: [] };
const TASK: TaskRunner = {
  names: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml'],
  read: taskfileTasks,
  words: [],
};
const MISE: TaskRunner = {
  names: ['mise.toml', '.mise.toml', 'mise/config.toml', '.config/mise.toml'],
  read: miseTasks,
  words: ['run', 'r', 'task', 'tasks'],
};

const RUNNERS: ReadonlyMap<string, TaskRunner> = new Map([
  ['just', JUST],
  ['task', TASK],
  ['go-task', TASK],
  ['mise', MISE],
  ['rtx', MISE],
]);

const INFORMS = /^(?:--list|-l|--summary|--version|--help|-h|--show|--list-all|--evaluate|--variables|--dump)$/;
const MOST_TASKS = 100;

export function taskRuns(command: SimpleCommand, reader: ClosureReader): readonly Run[] {
  const name = programName(command) ?? '';
  const runner = RUNNERS.get(name);
  const words = command.words.slice(1);
  if (runner === undefined || words.some(({ text }) => INFORMS.test(text ?? ''))) return [];
  if (runner.words.length > 0 && !runner.words.includes(words[0]?.text ?? '')) return [];
  const options = words.filter(({ text }) => text === undefined || text.startsWith('-'));
  const operands = words
    .slice(runner.words.length > 0 ? 1 : 0)
    .flatMap(({ text }) => (text === undefined || text.startsWith('-') || text.includes('=') ? [] : [text]))
    .filter((text) => runner.words.length === 0 || text !== 'run');
  const [folder] = foldersOf(command);
  const doubts = options.length === 0 ? [] : [unresolved(`${name} is given options that are not looked at`)];
  return [...tasksIn(runner, name, reader.realFolder(folder), operands, reader), ...doubts];
}

function tasksIn(
  runner: TaskRunner,
  program: string,
  start: string | undefined,
  goals: readonly string[],
  reader: ClosureReader,
): readonly Run[] {
  const folder = start === undefined ? undefined : reader.folderWith(start, runner.names);
  const file =
    folder === undefined
      ? undefined
      : runner.names.map((name) => reader.join(folder, ...name.split('/'))).find((path) => reader.exists(path));
  const read = file === undefined ? undefined : reader.read(file, folder);
  const tasks = read?.content?.text === undefined ? undefined : runner.read(read.content.text);
  if (folder === undefined || tasks === undefined || read?.content === undefined) {
    return [unresolved(`${program} runs tasks of a file that cannot be read here`)];
  }
  return new TaskWalk(tasks, program, { path: read.path, sha256: read.content.sha256, folder }).runs(goals);
}

class TaskWalk {
  readonly #tasks: readonly FileTask[];
  readonly #program: string;
  readonly #file: { readonly path: string; readonly sha256: string; readonly folder: string };
  readonly #visited = new Set<string>();

  constructor(tasks: readonly FileTask[], program: string, file: { path: string; sha256: string; folder: string }) {
    this.#tasks = tasks;
    this.#program = program;
    this.#file = file;
  }

  runs(goals: readonly string[]): readonly Run[] {
    const first = this.#tasks.find(({ isDefault }) => isDefault)?.name;
    const always = this.#tasks.filter(({ name }) => name === '').flatMap((task) => this.#part(task, []));
    if (goals.length === 0)
      return [
        ...always,
        ...(first === undefined
          ? [unresolved(`${this.#program} has no default task that is read here`)]
          : this.#task(first)),
      ];
    const [goal = '', ...rest] = goals;
    // Others may be the first's arguments.
    return [
      ...always,
      ...this.#task(goal),
      ...rest.filter((name) => this.#named(name) !== undefined).flatMap((name) => this.#task(name)),
    ];
  }

  #named(name: string): FileTask | undefined {
    return this.#tasks.find((task) => task.name === name || task.aliases.includes(name));
  }

  #task(name: string): readonly Run[] {
    if (this.#visited.has(name)) return [];
    if (this.#visited.size >= MOST_TASKS) return [unresolved(`${this.#program} has more tasks than are looked at`)];
    this.#visited.add(name);
    const task = this.#named(name);
    if (task === undefined)
      return [unresolved(`${this.#program} has no task ${JSON.stringify(name.slice(0, 200))} that is read here`)];
    return this.#part(
      task,
      task.needs.flatMap((needed) => this.#task(needed)),
    );
  }

  #part(task: FileTask, runs: readonly Run[]): readonly Run[] {
    const { path, sha256, folder } = this.#file;
    const part: PartRun = {
      what: 'part',
      kind: 'task',
      name: task.name === '' ? 'while it is read' : task.name,
      path,
      sha256,
      texts: task.texts,
      language: task.language,
      shell: 'sh',
      cwd: task.isElsewhere ? undefined : folder,
      runs,
    };
    return [part, ...task.doubts.map((doubt) => unresolved(`${this.#program} ${task.name}: ${doubt}`))];
  }
}
