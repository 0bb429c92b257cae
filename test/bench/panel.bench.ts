/**
 * The panel in the real editor, and the host's list behind it: `npx tsx test/bench/panel.bench.ts [decisions]`. A table with the limits that
 * the panel is built to, no verdict. It measures the package that `npm run package` made last.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, FrameLocator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import { ActivityFeed } from '../../src/features/activity/activityFeed';
import { packExtension, productVsix } from '../../scripts/package.mjs';
import { Editor, OUT, REPOSITORY } from '../editor/editor';
import { webviewOf, type EditorWindow } from '../editor/editorWindow';
import { heapMegabytes } from './heap';
import { printRow, quantile, sorted, times } from './times';

const DECISIONS = Number(process.argv[2] ?? 10_000);
const ROUNDS = 5;
const OPENINGS = 10;
const SINGLES = 25;
const SECONDS_OF_FRAMES = 10;
const SECONDS_POINTED = 5;
const A_SECOND = 200;
const EXTENSION = 'auto-mode.auto-mode';
const PLAIN_VIEW = 'auto-mode-test.plain-view';

/** What runs in the panel is text: a compiled function would call helpers that the page does not have. */
const LIST = `document.querySelector('auto-mode-panel').shadowRoot.querySelector('auto-mode-activity')
  .shadowRoot.querySelector('auto-mode-activity-list').shadowRoot`;
/** When the newest row has the text, in milliseconds since 1970. */
const newestRowWith = (text: string): string => `new Promise((resolve) => {
  const look = () => {
    if (${LIST}.querySelector('.decision')?.textContent.includes(${JSON.stringify(text)})) resolve(Date.now());
    else requestAnimationFrame(look);
  };
  look();
})`;
/** The times between two frames; each calls what is given. */
const frameGaps = (seconds: number, each = ''): string => `new Promise((resolve) => {
  const gaps = [];
  const list = ${LIST}.querySelector('.scroller');
  let last = performance.now();
  const end = last + ${seconds * 1000};
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    ${each}
    if (now < end) return requestAnimationFrame(frame);
    list.scrollTop = 0;
    resolve(gaps.slice(1));
  };
  requestAnimationFrame(frame);
})`;
/** Through all rows, there and back again every four seconds. */
const SCROLLING = 'list.scrollTop = list.scrollHeight * Math.abs(((now / 2000) % 2) - 1);';
/** What all elements of the panel take to draw, for each frame in which something was drawn. */
const DRAWINGS = `(() => {
  let base = customElements.get('auto-mode-activity-list').prototype;
  while (!Object.hasOwn(base, 'performUpdate')) base = Object.getPrototypeOf(base);
  const drawn = base.performUpdate;
  globalThis.drawings = [];
  let now = 0;
  base.performUpdate = function () {
    const began = performance.now();
    const result = drawn.call(this);
    if (now === 0) requestAnimationFrame(() => {
      globalThis.drawings.push(now);
      now = 0;
    });
    now += performance.now() - began;
    return result;
  };
})()`;
/** How often another thing lay under a point of the page, or the same one had moved, from frame to frame. */
const moves = (seconds: number, x: number, y: number): string => `new Promise((resolve) => {
  const find = (root) => {
    const inner = root.elementFromPoint(${x}, ${y});
    return inner?.shadowRoot && inner.shadowRoot !== root ? find(inner.shadowRoot) : inner;
  };
  const under = () => {
    const element = find(document)?.closest('.decision, button, vscode-button, h2') ?? undefined;
    const { left, top } = element?.getBoundingClientRect() ?? {};
    return [element?.dataset.id ?? element?.dataset.decider ?? element?.localName, left, top].join(' ');
  };
  let [last, count, frames] = [under(), 0, 0];
  const first = last;
  const end = performance.now() + ${seconds * 1000};
  const frame = () => {
    const now = under();
    if (now !== last) count += 1;
    last = now;
    frames += 1;
    if (performance.now() < end) requestAnimationFrame(frame);
    else resolve({ count, frames, first });
  };
  requestAnimationFrame(frame);
})`;
interface Boxed {
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
}
/** Milliseconds from the moment in which the page was asked for; when it began is since 1970. */
const firstPaint = (script: string): string => `new Promise((resolve) => {
  const look = () => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const script = performance.getEntriesByType('resource').find(({ name }) => name.includes('/${script}'));
    if (painted === undefined || script === undefined) requestAnimationFrame(look);
    else resolve({ began: performance.timeOrigin, loaded: script.responseEnd, painted: painted.startTime });
  };
  look();
})`;
interface FirstPaint {
  readonly began: number;
  readonly loaded: number;
  readonly painted: number;
}

function decision(number: number): Decision {
  return {
    id: `decision-${number}`,
    at: new Date(number * 1000).toISOString(),
    durationMs: 1,
    outcome: number % 5 === 0 ? 'block' : 'allow',
    stage: number % 5 === 0 ? 'permissions.deny' : 'read-only-command',
    reason: 'Because.',
    tool: 'Bash',
    summary: `Bash cat some/file/of/ordinary/length-${number}.ts`,
    agent: 'claude-code',
  };
}

async function measureFeed(): Promise<void> {
  const feed = new ActivityFeed();
  const before = heapMegabytes();
  printRow('the list in the host', ['adding µs', 'slice µs', 'filter ms', 'heap MB']);
  let number = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    for (const end = number + DECISIONS / ROUNDS; number < end; number += 1) feed.add(decision(number));
    const adding = ((performance.now() - started) / (DECISIONS / ROUNDS)) * 1000;
    const slices = await times(200, () => feed.slice({ first: 5000, count: 50 }));
    let search = 0;
    const filters = await times(20, () => feed.slice({ first: 0, count: 50, search: `length-${(search += 1)}` }));
    printRow(`after ${number} decisions`, [
      adding.toFixed(1),
      (quantile(slices, 0.5) * 1000).toFixed(0),
      quantile(filters, 0.5).toFixed(1),
      (heapMegabytes() - before).toFixed(1),
    ]);
  }
}

/** Milliseconds. */
function printTimes(name: string, measured: readonly number[], limit = ''): void {
  const all = sorted(measured);
  printRow(
    name,
    [0.5, 0.95, 1].map((share) => quantile(all, share).toFixed(0)),
    limit,
  );
}

class PanelBench {
  readonly #window: EditorWindow;
  readonly #panel: FrameLocator;

  constructor(private readonly editor: Editor) {
    this.#window = editor.window;
    this.#panel = webviewOf(editor.window.page, EXTENSION);
  }

  /** In turns with a view of one word, which shows what the editor takes for any page. */
  async openings(): Promise<void> {
    await this.#decide(1, A_SECOND);
    const [ours, plain]: [FirstPaint[], FirstPaint[]] = [[], []];
    for (let opening = 0; opening <= OPENINGS; opening += 1) {
      plain.push(await this.#opened('plainView.page.focus', webviewOf(this.#window.page, PLAIN_VIEW), 'page.js'));
      ours.push(await this.#opened(COMMANDS.showPanel, this.#panel, 'panel.js'));
      await this.#panel.locator('auto-mode-activity .decision').first().waitFor();
    }
    const part = (all: readonly FirstPaint[], of: (one: FirstPaint) => number): readonly number[] =>
      all.slice(1).map(of);
    printRow('opening the panel, ms', ['median', 'p95', 'max'], 'limit');
    printTimes(
      "the editor's own webview",
      part(ours, ({ began }) => began),
    );
    printTimes(
      'page and script are loaded',
      part(ours, ({ loaded }) => loaded),
    );
    printTimes(
      'script to first paint',
      part(ours, ({ loaded, painted }) => painted - loaded),
    );
    const clickToPaint = ({ began, painted }: FirstPaint): number => began + painted;
    printTimes('click to first paint', part(ours, clickToPaint));
    printTimes('the same, of a view of one word', part(plain, clickToPaint));
    const beside = quantile(sorted(part(ours, clickToPaint)), 0.5) - quantile(sorted(part(plain, clickToPaint)), 0.5);
    printRow('the panel beside that view', [beside.toFixed(0)], '150');
    const [first] = ours;
    if (first !== undefined) printRow('click to first paint, first in a window', [clickToPaint(first).toFixed(0)]);
  }

  /** Its `began` is since the click. */
  async #opened(command: string, page: FrameLocator, script: string): Promise<FirstPaint> {
    await this.#window.executeCommand('workbench.view.explorer');
    await this.#window.page.locator('iframe.webview.ready').waitFor({ state: 'hidden' });
    // What the editor still does for the last change is not the page's.
    await pause(1000);
    const clicked = Date.now();
    await this.#window.executeCommand(command);
    const seen = await inPage<FirstPaint>(page, firstPaint(script));
    return { ...seen, began: seen.began - clicked };
  }

  /** From the moment in which a call comes in, so with the time to decide it. */
  async rows(name: string): Promise<void> {
    const measured: number[] = [];
    for (let one = 0; one < SINGLES; one += 1) {
      const command = `echo ${name}-${one}.`;
      const drawn = this.#inPanel<number>(newestRowWith(command));
      const asked = await this.#window.runInHost(
        async (vscode, check, cwd, wanted) => {
          const now = Date.now();
          const request = { tool: 'bash', input: { command: wanted }, cwd, interactive: false };
          await vscode.commands.executeCommand(check, request);
          return now;
        },
        COMMANDS.check,
        this.editor.workspace,
        command,
      );
      measured.push((await drawn) - asked);
    }
    printTimes(`call to its row, ${name}`, measured, '100');
  }

  async frames(name: string, aSecond: number, each = ''): Promise<void> {
    const gaps = this.#inPanel<readonly number[]>(frameGaps(SECONDS_OF_FRAMES, each));
    const pace = aSecond === 0 ? 0 : await this.#decide(SECONDS_OF_FRAMES * aSecond, aSecond);
    const all = sorted(await gaps);
    const slow = all.filter((gap) => gap > 50).length / all.length;
    printTimes(
      `a frame, ${name}${aSecond === 0 ? '' : `, ${pace.toFixed(0)}/s`}`,
      all,
      `${(slow * 100).toFixed(1)} % above 50 ms`,
    );
  }

  /** While decisions come and the list follows them. */
  async drawings(): Promise<void> {
    await this.#inPanel(DRAWINGS);
    const pace = await this.#decide(SECONDS_OF_FRAMES * A_SECOND, A_SECOND);
    const all = await this.#inPanel<readonly number[]>('globalThis.drawings');
    printTimes(`drawing an update, ${pace.toFixed(0)}/s`, all, `16, of ${all.length}`);
  }

  /** While the pointer lies on something and decisions come. */
  async underThePointer(name: string, place: string): Promise<void> {
    const { mouse } = this.#window.page;
    const element = this.#panel.locator(place).first();
    await element.hover();
    // What the list does when it is pointed at is done.
    await pause(500);
    const { x, y } = await element.evaluate((shown) => {
      const { left, top, width, height } = (shown as unknown as Boxed).getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    const counted = this.#inPanel<{ count: number; frames: number; first: string }>(moves(SECONDS_POINTED, x, y));
    const pace = await this.#decide(SECONDS_POINTED * A_SECOND, A_SECOND);
    const { count, frames, first } = await counted;
    await mouse.move(900, 400);
    printRow(
      `moved under the pointer, ${name}, ${pace.toFixed(0)}/s`,
      [String(count)],
      `0, of ${frames} frames: ${first}`,
    );
  }

  async memory(): Promise<void> {
    const { page } = this.#window;
    const session = await page.context().newCDPSession(page);
    printRow('memory', ['host MB', 'page MB', 'nodes', 'a second']);
    let pace = 0;
    for (let total = 0; total <= DECISIONS; total += DECISIONS / ROUNDS) {
      if (total > 0) pace = await this.#decide(DECISIONS / ROUNDS, 1e9);
      // What was put off until a quiet moment is done.
      await pause(1000);
      const { heap, nodes } = await pageMemory(session);
      const numbers = [(await this.#hostHeap()).toFixed(1), heap.toFixed(1), String(nodes), pace.toFixed(0)];
      printRow(`after ${total} decisions`, numbers);
    }
    await session.detach();
  }

  #inPanel<T>(expression: string): Promise<T> {
    return inPage(this.#panel, expression);
  }

  #hostHeap(): Promise<number> {
    return this.#window.runInHost(() => {
      /* eslint-disable @typescript-eslint/no-require-imports -- it runs in the extension host, which has nothing of this file */
      const v8 = require('node:v8') as { setFlagsFromString(flags: string): void };
      const vm = require('node:vm') as { runInNewContext(code: string): () => void };
      /* eslint-enable @typescript-eslint/no-require-imports */
      v8.setFlagsFromString('--expose-gc');
      const collect = vm.runInNewContext('gc');
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    });
  }

  /** Decides calls in the extension host at a steady pace, as agents would have it decide them. Gives the pace that came of it. */
  #decide(count: number, aSecond: number): Promise<number> {
    return this.#window.runInHost(
      async (vscode, check, cwd, calls, pace) => {
        const begin = performance.now();
        const running: PromiseLike<unknown>[] = [];
        for (let call = 0; call < calls; call += 1) {
          const wait = begin + (call * 1000) / pace - performance.now();
          if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
          const input = { command: `echo step-${call}` };
          running.push(
            vscode.commands.executeCommand(check, { tool: 'bash', input, cwd, agent: 'codex', interactive: false }),
          );
          if (running.length >= 100) await Promise.all(running.splice(0));
        }
        await Promise.all(running);
        return calls / ((performance.now() - begin) / 1000);
      },
      COMMANDS.check,
      this.editor.workspace,
      count,
      aSecond,
    );
  }
}

async function inPage<T>(page: FrameLocator, expression: string): Promise<T> {
  const result: T = await page.locator('html').evaluate(expression);
  return result;
}

/** Of the page with all frames in it, the workbench among them: they share one heap. */
async function pageMemory(session: CDPSession): Promise<{ readonly heap: number; readonly nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize / 1e6, nodes };
}

/** Of the first page: its script with all that it imports at once. What is loaded later is `import(...)`. */
async function firstPageBytes(folder: string): Promise<number> {
  const wanted = new Set(['panel.js']);
  let bytes = 0;
  for (const name of wanted) {
    const text = await readFile(join(folder, name), 'utf8');
    bytes += Buffer.byteLength(text);
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) wanted.add(imported);
  }
  return bytes;
}

async function measure(): Promise<void> {
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  const folder = join(REPOSITORY, 'dist', 'webview');
  printRow('bundle of the first page, kB', [((await firstPageBytes(folder)) / 1000).toFixed(1)], '150');
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.js'))) {
    printRow(`${name}, kB`, [((await stat(join(folder, name))).size / 1000).toFixed(1)]);
  }
  await measureFeed();
  const plainView = join(OUT, 'plain-view.vsix');
  await packExtension(join(import.meta.dirname, 'plainView'), plainView);
  const vsix = [await productVsix(), plainView];
  const editor = await Editor.start({ name: 'panel-bench', optimised: true, vsix });
  try {
    await editor.openWindow();
    const bench = new PanelBench(editor);
    await bench.openings();
    printRow('while it is open, ms', ['median', 'p95', 'max'], 'limit');
    await bench.rows('few-held');
    await bench.frames('idle', 0);
    await bench.frames('decisions', A_SECOND);
    await bench.memory();
    printRow('with 10,000 held, ms', ['median', 'p95', 'max'], 'limit');
    await bench.rows('all-held');
    await bench.frames('decisions', A_SECOND);
    await bench.drawings();
    await bench.frames('scrolling', 0, SCROLLING);
    await bench.frames('both', A_SECOND, SCROLLING);
    printRow('with 10,000 held', ['times'], 'limit');
    await bench.underThePointer('a row', 'auto-mode-activity .decision >> nth=3');
    await bench.underThePointer('a part of today', 'auto-mode-activity-bar .legend button >> nth=-1');
    await bench.underThePointer('an agent', 'auto-mode-agents vscode-button >> visible=true');
  } finally {
    await editor.stop();
  }
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
}

void measure();
