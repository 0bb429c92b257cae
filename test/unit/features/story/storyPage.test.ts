import assert from 'node:assert/strict';
import { STAGES } from '../../../../src/engine/model/decision';
import type { StoryFeature } from '../../../../src/features/story/story';
import type { StorySlice } from '../../../../src/panel/story';
import { until } from '../../../editor/until';
import { configuration, entries, OUTAGE, permissions, verdict } from '../../engine/fakeGate';
import { denying, PUSH, SECRET, world } from './storyWorld';

type Shown = Extract<StorySlice, { readonly state: 'shown' }>;

async function shown(story: StoryFeature, id: string): Promise<Shown> {
  story.look({ id });
  await until(() => Promise.resolve(story.slice()?.state), 'shown');
  const slice = story.slice();
  assert.ok(slice?.state === 'shown');
  return slice;
}

async function release(story: StoryFeature): Promise<string | undefined> {
  const read = (): string | undefined => {
    const slice = story.slice();
    return slice?.state === 'shown' ? slice.block?.release : undefined;
  };
  await until(() => Promise.resolve(read() !== undefined), true);
  return read();
}

const JUDGED = { classifier: () => verdict('block') };
const RUN = { ...PUSH, input: { command: 'npm run build' } };

describe('the page of a decision', () => {
  describe('has a mark for every check', () => {
    const kinds = async (story: StoryFeature, id: string): Promise<readonly string[]> =>
      (await shown(story, id)).story.steps.list.map(({ kind }) => kind);
    const of = (decided: (typeof STAGES)[number], answered: readonly string[] = []): readonly string[] =>
      STAGES.map((stage, place) => {
        if (stage === decided) return 'decided';
        if (answered.includes(stage)) return 'answered';
        return place < STAGES.indexOf(decided) ? 'passed' : 'unreached';
      });

    it('and those after the deciding one were not reached', async () => {
      const { story, decided } = world({ configuration: denying('user') });
      const { id } = await decided(PUSH);
      assert.deepEqual(await kinds(story, id), of('permissions.deny'));
    });

    it('and what was answered on the way', async () => {
      const { story, decided } = world({
        ...JUDGED,
        configuration: configuration({ permissions: permissions({ ask: entries(['bash(npm*)']) }) }),
        user: () => ({ kind: 'approved' }),
      });
      const { id } = await decided({ ...RUN, interactive: true });
      assert.deepEqual(await kinds(story, id), of('classifier', ['permissions.ask']));
    });
  });

  it('lists the commands of the line as a tree, and marks the one that the block is about', async () => {
    const { story, decided } = world({ configuration: denying('user') });
    const { id } = await decided({ ...PUSH, input: { command: 'ls && sudo git push -f' } });
    const { commands = [] } = (await shown(story, id)).story.understood ?? {};
    const drawn = commands.map(({ pieces, depth, offends, outcome }) => [
      pieces.map(({ kind, text }) => (kind === 'mark' ? `[${text}]` : text)).join(''),
      ...[depth, offends ?? false, outcome],
    ]);
    assert.deepEqual(drawn, [
      ['ls', 0, false, 'allowed'],
      ['sudo [git push -f]', 0, true, 'judged'],
      ['[git push -f]', 1, true, 'blocked'],
    ]);
  });

  it('marks nothing of a call that was allowed', async () => {
    const { story, decided } = world();
    const { id } = await decided({ ...PUSH, input: { command: 'ls' } });
    const { commands = [] } = (await shown(story, id)).story.understood ?? {};
    assert.deepEqual(
      commands.map(({ offends }) => offends),
      [undefined],
    );
  });

  describe('shows what will run', () => {
    const tree = {
      '/home/u/project/package.json': JSON.stringify({ scripts: { build: 'sh build.sh' } }),
      '/home/u/project/build.sh': 'echo \u202E one\n',
    };

    it('as a tree, with who wrote each file, and what agents changed of it', async () => {
      const { story, decided, compared } = world({ tree, classifier: () => verdict('allow') });
      await decided({
        ...{ tool: 'write', agent: undefined, cwd: PUSH.cwd },
        input: { path: '/home/u/project/build.sh', content: 'echo two\n' },
      });
      const { id } = await decided(RUN);
      const { runs } = (await shown(story, id)).story;
      assert.ok(runs !== undefined);
      assert.deepEqual(
        runs.files.map(({ path, depth, writer, change }) => [path, depth, writer, change ?? false]),
        [
          ['package.json', 0, 'unknown', false],
          ['build.sh', 1, 'agent-changed', true],
        ],
      );
      const text = await story.text(id);
      assert.ok(text.includes('\nWhat will run\n'), text);
      await story.execute({ kind: 'openChange', id, place: 1 });
      const [[name, before] = []] = compared;
      assert.deepEqual([name, before], ['build.sh', 'echo \\u{202E} one\n']);
      await assert.rejects(story.execute({ kind: 'openChange', id, place: 0 }));
    });
  });

  describe('offers one release', () => {
    it('of a block that can be lifted, and takes it once all of the call is shown', async () => {
      const { story, decided, released } = world(JUDGED);
      const { id } = await decided(RUN);
      await shown(story, id);
      assert.equal(await release(story), 'offered');
      await story.execute({ kind: 'allowOnce', id });
      assert.deepEqual(released, [id]);
      await until(() => release(story), 'none');
    });

    const hidden: readonly (readonly [string, string])[] = [
      ['a part of it is cut', `npm run build ${'x'.repeat(20_000)}`],
      ['a secret of it is left out', `npm run build ${SECRET}`],
    ];
    for (const [why, command] of hidden) {
      it(`only after the whole call was opened where ${why}`, async () => {
        const { story, decided, released, documents } = world(JUDGED);
        const { id } = await decided({ ...PUSH, input: { command } });
        await shown(story, id);
        assert.equal(await release(story), 'open-first');
        await assert.rejects(story.execute({ kind: 'allowOnce', id }));
        await story.execute({ kind: 'openAction', id });
        assert.ok(documents.at(-1)?.[1].includes(command));
        await until(() => release(story), 'offered');
        await story.execute({ kind: 'allowOnce', id });
        assert.deepEqual(released, [id]);
      });
    }

    it('never for a deny rule, nor for another call than the one that is shown', async () => {
      const { story, decided, released } = world({ ...JUDGED, configuration: denying('user') });
      const { id: pushed } = await decided(PUSH);
      const { id: run } = await decided(RUN);
      await shown(story, pushed);
      assert.equal(await release(story), 'none');
      await assert.rejects(story.execute({ kind: 'allowOnce', id: pushed }));
      await assert.rejects(story.execute({ kind: 'allowOnce', id: run }));
      assert.deepEqual(released, []);
    });

    it('never for a call that was allowed', async () => {
      const { story, decided } = world();
      const { id } = await decided({ ...PUSH, input: { command: 'ls' } });
      assert.equal((await shown(story, id)).block, undefined);
      await assert.rejects(story.execute({ kind: 'allowOnce', id }));
    });
  });

  it('says why no rule is offered, while one is wanted', async () => {
    const { story, decided } = world({ classifier: () => OUTAGE });
    const { id } = await decided(RUN);
    await shown(story, id);
    story.look({ id, adding: true });
    const why = (): string | undefined => {
      const slice = story.slice();
      return slice?.state === 'shown' ? slice.block?.offer?.why : undefined;
    };
    await until(() => Promise.resolve(why() !== undefined), true);
    story.look({ id });
    assert.equal(why(), undefined);
  });

  it('copies a block as a record without secrets', async () => {
    const { story, decided, copied } = world(JUDGED);
    const { id } = await decided({ ...PUSH, input: { command: `npm run build ${SECRET}` } });
    await story.execute({ kind: 'copyRecord', id });
    const [record = ''] = copied;
    assert.equal((JSON.parse(record) as { readonly id: string }).id, id);
    assert.equal(record.includes(SECRET), false);
  });
});
