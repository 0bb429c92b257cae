import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { writtenText } from '../../../../src/shell/model/analysis';
import type { PathUse } from '../../../../src/shell/model/commandTable';
import { pathUses } from '../../../../src/shell/calls/pathUses';

/** `action path`, the folder that it lies below in front, for each path that the line's last command uses. */
function uses(line: string): string[] {
  const { commands } = analyse(line, 'bash', { cwd: '/w', home: '/home/u' });
  return pathUses(commands.at(-1)!).map(shown);
}

function shown({ word, from = 0, action, below, recursive }: PathUse): string {
  const folder = below === undefined ? '' : `${writtenText(below)}: `;
  return `${action}${recursive === true ? ' all' : ''} ${folder}${writtenText(word).slice(from)}`;
}

const TABLE: readonly (readonly [line: string, ...uses: string[]])[] = [
  ['rm a b', 'delete a', 'delete b'],
  ['rm -fr a', 'delete all a'],
  ['rm --recursive -- -a', 'delete all -a'],
  ['/bin/rm a', 'delete a'],
  ['rmdir -p a', 'delete a'],
  ['unlink a', 'delete a'],
  ['shred -n 3 -u a', 'delete a'],
  ['cp a b', 'read a', 'overwrite b', 'rename-to b: a'],
  ['cp -r x/a b/', 'search all x/a', 'rename-to b/', 'rename-to b/: a'],
  ['cp -t d x/a y/b', 'read x/a', 'read y/b', 'rename-to d: a', 'rename-to d: b'],
  ['cp -T a b', 'read a', 'overwrite b'],
  ['cp -r a/. b', 'search all a/.', 'rename-to b', 'overwrite all b'],
  ['cp -l a b', 'in-place a', 'overwrite b', 'rename-to b: a'],
  ['mv a b', 'rename-from a', 'rename-to b', 'rename-to b: a'],
  ['mv a c b', 'rename-from a', 'rename-from c', 'overwrite b', 'rename-to b: a', 'rename-to b: c'],
  ['mv --target-directory=d a', 'rename-from a', 'rename-to d: a'],
  ['ln -s t/a l', 'list t/a', 'rename-to l', 'rename-to l: a'],
  ['ln a l', 'in-place a', 'rename-to l', 'rename-to l: a'],
  ['ln -s t/a', 'list t/a', 'rename-to .: a'],
  ['install -m 644 a b', 'read a', 'overwrite b', 'rename-to b: a'],
  ['install -d a b', 'overwrite a', 'overwrite b'],
  ['dd if=a of=b bs=1', 'read a', 'overwrite b'],
  ['tee a b', 'overwrite a', 'overwrite b'],
  ['tee -a a', 'in-place a'],
  ['truncate -s 0 a', 'in-place a'],
  ['touch -r b a', 'read b', 'in-place a'],
  ['mkdir -p -m 700 a', 'overwrite a'],
  ['mkfifo a', 'overwrite a'],
  ['chmod -R 644 a b', 'in-place all a', 'in-place all b'],
  ['chmod -x a', 'in-place a'],
  ['chown --reference=r a', 'read r', 'in-place a'],
  ['chattr -i a', 'in-place a'],
  ['setfacl -m u:x:r a', 'in-place a'],
  ['xattr -w n v a', 'in-place a'],
  ['split a p', 'read a', 'overwrite p'],
  ['patch -p1 a b', 'in-place a', 'read b'],
  ['ed -s a', 'in-place a'],
  ['vim a', 'read a'],
  ['vim -c wq a', 'in-place a'],
  ['vim +wq a', 'in-place a'],
  ["perl -pi -e 's/a/b/' f", 'in-place f'],
  ["perl -i.bak -pe 's/a/b/' f", 'in-place f'],
  ['perl p f', 'read p', 'read f'],
  ["ruby -i -pe 'x' f", 'in-place f'],
  ['gcc -o b a.c', 'overwrite b'],
  ['openssl req -keyout k -out c', 'overwrite k', 'overwrite c'],
  ['ssh-keygen -t rsa -f k', 'overwrite k'],
  ['ssh-keygen -lf k', 'read k'],
  ['gpg -o b -d a', 'overwrite b'],
  ['pandoc -o b a', 'overwrite b'],
  ['ffmpeg -i a -c copy b', 'read a', 'overwrite b'],
  ['tar xzf a.tgz -C d', 'read a.tgz', 'overwrite all d'],
  ['tar -xf a.tar', 'read a.tar', 'overwrite all .'],
  ['tar -xf a.tar m', 'read a.tar', 'overwrite all .', 'overwrite all m'],
  ['tar czf a.tgz b', 'overwrite a.tgz', 'search all b'],
  ['tar -c -f a -C d b', 'overwrite a', 'search all d: b'],
  ['tar -tf a', 'read a'],
  ['tar --create --file=a b --remove-files', 'overwrite a', 'rename-from all b'],
  ['unzip -o a.zip -d d', 'read a.zip', 'overwrite all d'],
  ['unzip -l a.zip', 'read a.zip'],
  ['zip -r a.zip b', 'in-place a.zip', 'search all b'],
  ['gzip a', 'rename-from a'],
  ['gzip -c a', 'read a'],
  ['zstd -o b a', 'overwrite b', 'read a'],
  ['7z x a.7z -od', 'read a.7z', 'overwrite all d'],
  ['ar rcs l.a o', 'in-place l.a', 'read o'],
  ['curl -o f https://x.y/z', 'overwrite f'],
  ['curl -sSLo f https://x.y/z', 'overwrite f'],
  ['curl -O https://x.y/d/z?q=1', 'overwrite z'],
  ['curl -O --output-dir d https://x.y/z', 'overwrite d: z'],
  ['curl -d @f https://x.y', 'read f'],
  ['curl -F a=@f https://x.y', 'read f'],
  ['curl -T f https://x.y', 'read f'],
  ['curl -c j -D h -K k https://x.y', 'overwrite j', 'overwrite h', 'read k'],
  ['wget -O f https://x.y/z', 'overwrite f'],
  ['wget -P d https://x.y/z', 'overwrite d: z'],
  ['wget https://x.y/z', 'overwrite z'],
  ['rsync -a s/a d', 'search all s/a', 'overwrite all d', 'rename-to d: a'],
  ['rsync -a s/ d', 'search all s/', 'overwrite all d'],
  ['rsync -a s h:d', 'search all s'],
  ['rsync -a --remove-source-files s d', 'rename-from s', 'overwrite all d', 'rename-to d: s'],
  ['scp h:a/b d', 'overwrite d', 'rename-to d: b'],
  ['scp -i k a h:', 'read k', 'read a'],
  ['cat < a > b 2>> c', 'read a', 'overwrite b', 'in-place c'],
];

describe('programs that change files', () => {
  for (const [line, ...expected] of TABLE) {
    it(line, () => {
      assert.deepEqual(uses(line), expected);
    });
  }
});
