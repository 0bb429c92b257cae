import { notProven, proven } from './proofTables';

describe('variables that a line sets for itself', () => {
  proven(
    'export NODE_ENV=test && ls',
    'export CI=1; git log -1',
    'NODE_ENV=production ls',
    'export GIT_PAGER=cat && git log -3',
    'export PAGER=cat LANG=C; git log -3',
    'while read -r line; do echo "$line"; done < a',
    'git branch -r | while IFS= read -r b; do echo "$b"; done',
    'ls | while read x y; do echo "$x"; done',
  );

  notProven([
    ['export FOO=1 && ls', /FOO may change/],
    ['export NODE_ENV=$(cat a) && ls', /NODE_ENV may change/],
    ['export NODE_OPTIONS=--require=./a && node --version', /NODE_OPTIONS/],
    ['export GIT_PAGER=./a && git log', /GIT_PAGER/],
    ['export PATH=.:$PATH; ls', /./],
    ['export GIT_DIR=a; git log', /GIT_DIR/],
    ['export http_proxy=a; ls', /http_proxy/],
    ['read PATH < a; ls', /./],
    ['read GIT_DIR < a; git log', /GIT_DIR/],
    ['read LD_PRELOAD < a; ls', /./],
    ['read IFS < a; ls', /./],
    ['read "x[$(touch b)]"', /./],
    ['read -a x', /./],
    ['read -e x', /./],
    ['read $x', /./],
    ['IFS=a ls', /IFS may change/],
    ['ls | while read -r f; do cat "$f"; done', /which file/],
    ['ls | while read -r f; do cat $f; done', /several words/],
    ['ls | while read -r f; do $f; done', /only known when it runs/],
    ['ls | while read -r f; do rm "$f"; done', /rm/],
    ['read x < a; eval "$x"', /./],
    ['read x < a; [ $x ]', /./],
  ]);
});
