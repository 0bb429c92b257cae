import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { proveReadOnly } from '../../../../src/shell/proof/readOnlyProof';

function isProven(script: string): boolean {
  return proveReadOnly(analyse(script, 'bash', { cwd: '/home/u/p', home: '/home/u' })).proven;
}

describe('values of the environment', () => {
  const secret = [
    ...['echo $ACME', 'echo "$DB_PASS"', 'echo ${ACME:?}', 'echo ${ACME#a}', 'echo ${ACME:0:1}', 'echo ${#ACME}'],
    ...['echo ${x:-$ACME}', 'x=$ACME; echo hi', 'x=a$ACME; echo $x', 'echo ${HOME:ACME}', 'cat <<< $ACME'],
    ...['cat <<E\n$ACME\nE', 'cd $ACME', 'ls "$DB_PASS"', 'seq $DB_PASS', 'sleep $ACME', 'stat $DB_PASS', ': ${ACME?}'],
    ...['[ "$GITHUB_TOKEN" -eq 0 ]', 'test "$ACME" = x', '[ -f "$ACME" ]', '[[ $ACME == a* ]]', '[[ ACME -eq 0 ]]'],
    ...['[[ 3 -lt ACME ]]', '[[ $T == "$c"* ]] && echo $c', 'case ${ACME:0:1} in a) echo a;; esac'],
    ...['case x in $ACME) echo a;; esac', 'for w in $ACME; do echo a; done', 'for w in a $ACME b; do echo $w; done'],
    ...['set -x; : $ACME', 'set -x; [ -n "$ACME" ]', 'echo $((ACME))', 'printenv ACME', 'printenv MYSQL_PWD', 'env'],
    ...['read x <<< $ACME; echo $x', 'set -- $ACME; echo hi', 'false $ACME; echo $_', 'grep "$MNEMONIC" a.txt'],
    // Set on one way only, or later.
    ...['echo $ACME; ACME=$(date)', 'if [ -f a ]; then ACME=$(date); fi; echo $ACME', '[ -f a ] && ACME=b; echo $ACME'],
    ...['for ACME in; do :; done; echo $ACME', 'while read -r ACME; do :; done < a.txt; echo $ACME'],
    ...['(ACME=$(date)); echo $ACME', 'ACME=$(date) true; echo $ACME', 'unset -v b; echo $ACME'],
  ];
  for (const script of secret) {
    it(`do not reach ${script}`, () => {
      assert.equal(isProven(script), false);
    });
  }

  const harmless = [
    ...['echo $HOME $PWD $USER $SHELL $TERM $LANG $LC_ALL $PATH', 'echo "$TMPDIR/x" $RANDOM $? $# $$', 'cd "$OLDPWD"'],
    ...['[ -n "$ACME" ] && echo set', 'test -z "$ACME"', '[[ -n $ACME ]] || echo unset', 'echo ${ACME:+set}'],
    ...['if [ "$CI" = true ]; then echo ci; fi', 'case $TERM in xterm*) echo x;; esac', 'printenv HOME PATH'],
    ...['result=$(date); echo $result', 'for f in *.ts; do echo "$f"; done', 'for i in $(seq 3); do echo $i; done'],
    ...[
      'token=$(date); echo $token',
      'x=1; [[ $x -eq 1 ]] && echo one',
      'if true; then a=$(date); else a=b; fi; echo $a',
    ],
    ...['for i in 1 2; do y=$(date); echo $y; done'],
  ];
  for (const script of harmless) {
    it(`may be used by ${script}`, () => {
      assert.equal(isProven(script), true);
    });
  }
});
