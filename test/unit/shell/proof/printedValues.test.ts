import { notProven, proven } from './proofTables';

describe('what git prints in a substitution', () => {
  proven(
    'git diff $(git merge-base main HEAD)',
    'git diff "$(git merge-base main HEAD)"..HEAD --stat',
    'git log --oneline $(git merge-base origin/main HEAD 2>/dev/null)..HEAD',
    'BASE=$(git merge-base main HEAD) && git diff --name-only $BASE HEAD',
    'BASE="$(git merge-base main HEAD)"; git diff "$BASE"',
    'git show $(git rev-parse --short HEAD~2)',
    'git show $(git rev-parse --verify -q v1.2^{commit}) --stat',
    'git show $(git log -1 --format=%H) --stat',
    'git show --stat $(git log -1 --pretty=format:%h -- src/a.ts)',
    'git --no-pager diff $(git rev-list -1 HEAD)',
    'git show "$(git merge-base main HEAD):src/a.ts"',
    'git log -$(git rev-list --count main..HEAD) --oneline',
  );

  notProven([
    ['git diff $(cat base)', /option/],
    ['git diff $(git merge-base -a main HEAD)', /option/],
    ['git diff $(git merge-base --independent x y)', /option/],
    ['git diff $(git merge-base main HEAD 2>&1)', /option/],
    ['git diff $(git merge-base main HEAD > /dev/null)', /option/],
    ['git diff $(git merge-base main HEAD; echo --output=a)', /option/],
    ['git diff $(git merge-base main HEAD || echo --output=a)', /option/],
    ['git diff $(git merge-base main HEAD | sed s/^/--output=/)', /option/],
    ['git diff $(git merge-base $x HEAD)', /option|secret/],
    ['git diff $(GIT_DIR=a git merge-base main HEAD)', /option|GIT_DIR/],
    ['git diff $(git() { echo --output=a; }; git merge-base main HEAD)', /./],
    ['git() { echo --output=a; }; git diff $(git merge-base main HEAD)', /./],
    ['IFS=a; git diff $(git merge-base main HEAD)', /./],
    ['IFS=a; BASE=$(git merge-base main HEAD); git diff $BASE', /./],
    ['BASE=$(git merge-base main HEAD); IFS=a; git diff $BASE', /./],
    // What is no revision it prints as it is.
    ['git diff $(git rev-parse --output=a)', /option/],
    ['git diff $(git rev-parse HEAD --output=a)', /option/],
    ['git diff $(git rev-parse HEAD^@)', /option/],
    ['git diff $(git rev-parse main..HEAD)', /option/],
    ['git diff $(git rev-parse ^HEAD)', /option/],
    ['git diff $(git rev-parse HEAD:a)', /option/],
    // A reference may begin with a dash where another program made it.
    ['git log $(git rev-parse --abbrev-ref HEAD)', /option/],
    ['git log $(git describe --tags --abbrev=0)', /option/],
    ['git log $(git branch --show-current)', /option/],
    ['git diff $(git log -1 --format=%s)', /option/],
    ['git diff $(git log -1 --format=%h --format=%s)', /option/],
    ['git diff $(git log --format=%h)', /option/],
    ['git diff $(git log -1 --format=%h -p)', /option/],
    ['git diff $(git rev-list HEAD)', /option/],
    // Elsewhere a hash is a program, a file or a folder.
    ['$(git rev-parse HEAD)', /only known when it runs/],
    ['sed $(git rev-parse HEAD) a', /option|several words/],
    ['cat $(git rev-parse HEAD)', /several words|option/],
    ['cat "$(git rev-parse HEAD)"', /option|which file/],
    ['git -C $(git rev-parse HEAD) status', /./],
    ['git blame --contents $(git rev-parse HEAD) a', /./],
    ['git blame --ignore-revs-file=$(git rev-parse HEAD) a', /./],
    ['git $(git rev-parse HEAD)', /./],
    ['git diff --output=$(git rev-parse HEAD)', /./],
    ['git branch $(git rev-parse HEAD)', /creates one/],
    ['git tag "$(git rev-parse --short HEAD)"', /creates one/],
  ]);
});

describe('numbers that programs print', () => {
  proven(
    'head -n $(wc -l < a) b',
    'N=$(wc -l < a); tail -n $N b',
    'tail -n +$(grep -c x a) b',
    'COUNT=$(grep -c foo a); if [ $COUNT -gt 3 ]; then echo many; fi',
    'if [ $(ls | wc -l) -gt 3 ]; then echo many; fi',
    'n=$(cat a | wc -l); sed -n "${n}p" a',
    'i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done',
    'seq 1 $(nproc)',
    'head -n $((1 + 2)) a',
    'start=$(date +%s); now=$(date +%s); echo $((now - start))',
  );

  notProven([
    ['head -n $(wc -l a) b', /several words/],
    ['head $(wc -l < a)', /several words|only known/],
    ['cat $(wc -l < a)', /several words|only known/],
    ['head -n $(grep -c x a b) c', /several words/],
    ['head -n $(grep -rc x) c', /several words/],
    ['head -n $(grep -co x a) c', /several words/],
    ['head -n $(grep x a) c', /several words/],
    ['head -n $(date +%s%n-x) c', /several words/],
    ['sed "$(wc -l < a)" a', /./],
    ['sed -n "r$(wc -l < a)" a', /./],
    ['sed -n 1p "$(wc -l < a)"', /./],
    ['sed "s/a/b/$(wc -l < a)" a', /./],
    ['sed -n "w$(wc -l < a)" a', /./],
    ['wc() { echo /etc/shadow; }; head -n $(wc -l < a) b', /./],
    ['[ $x -gt 3 ]', /./],
    ['x=$(cat a); [ $x -gt 3 ]', /operator/],
  ]);
});

describe('options whose values are only known when they run', () => {
  notProven([
    ['du --files0-from="$(printf /home/u/.mytool/token)"', /--files0-from/],
    ['du --files0-from=$X', /--files0-from/],
    ['du $(cat a)', /--files0-from/],
    ['stat --unknown-option=$(date)', /in no table/],
  ]);
});
