import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { runs } from '../unit/propertyRuns';
import { DANGERS } from './localGitDangers';
import { FORMS, LocalGitRoom } from './localGitRoom';

/** None of their names may be stored. */
const PRIVATE = /\.env|id_rsa|\.npmrc|\.pem|credentials/;

describe('localGitObjection, against what git does', () => {
  const folder = useTemporaryFolder();
  const room = new LocalGitRoom(folder);

  after(() => {
    room.removeMade();
  });

  /** Runs what is allowed; returns how many lines that were. */
  function allowedRunsNothing(forms = FORMS): number {
    let allowed = 0;
    for (const form of forms) {
      room.change();
      const line = room.line(form);
      if (room.objection(line) !== undefined) continue;
      allowed += 1;
      const before = room.contents();
      room.run(line);
      assert.ok(!room.hasRun, `${line} ran the program`);
      assert.equal(room.contents(), before, `${line} changed files`);
      assert.doesNotMatch(room.stored(), PRIVATE, `${line} stored a private file`);
    }
    return allowed;
  }

  function anyFormRuns(): boolean {
    return FORMS.some((form) => {
      room.change();
      room.run(room.line(form));
      return room.hasRun;
    });
  }

  it('allows every form in an ordinary repository', () => {
    room.makeRepository();
    assert.equal(allowedRunsNothing(), FORMS.length);
    folder.write('repo/.git/hooks/pre-commit.sample', '#!/bin/sh\n');
    folder.write(
      '.gitconfig',
      '[user]\nname = u\nemail = u@example.invalid\n[core]\neditor = vim\nexcludesFile = ~/x\n[ghq]\nroot = ~/x\n[alias]\nco = checkout\n',
    );
    assert.equal(allowedRunsNothing(), FORMS.length);
  });

  for (const { name, arrange, bites } of DANGERS) {
    it(`runs nothing of ${name}`, () => {
      room.makeRepository();
      arrange(folder, room.recorder());
      allowedRunsNothing();
      if (bites) assert.ok(anyFormRuns(), 'no form ran the program, so the test shows nothing');
    });
  }

  it('runs nothing, whatever comes together, and whatever options are added', () => {
    const words = [
      ...'-f -A -u -a -m x -- . a.txt -n --amend --no-verify -q HEAD'.split(' '),
      '*.txt',
      '.git/config',
      '.env',
    ];
    const more = fc.array(fc.constantFrom(...words), { maxLength: 3 });
    const form = fc.tuple(fc.constantFrom(...FORMS.filter((text) => !/[<&|]/.test(text))), more);
    const mostly = fc.constantFrom(...DANGERS.filter(({ bites }) => !bites));
    const dangers = fc.array(fc.oneof(mostly, mostly, fc.constantFrom(...DANGERS)), { maxLength: 2 });
    fc.assert(
      fc.property(dangers, fc.array(form, { minLength: 3, maxLength: 6 }), (chosen, forms) => {
        emptyFolder(folder.path);
        room.makeRepository();
        const recorder = room.recorder();
        try {
          for (const { arrange } of chosen) arrange(folder, recorder);
        } catch {
          // Two that exclude each other.
        }
        allowedRunsNothing(forms.map(([text, options]) => [text, ...options].join(' ')));
      }),
      runs(20_261_124, 25),
    );
  });
});

function emptyFolder(path: string): void {
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true });
}
