import { opens } from './openerRows';

describe('shells', () => {
  opens([
    ["bash -c 'rm x'", 'bash: rm x'],
    ["bash -lc 'rm x'", 'bash: rm x'],
    ["bash -ec 'rm x' name a", 'bash: rm x'],
    ["bash -c -e 'rm x'", 'bash: rm x'],
    ["bash -O extglob -c 'rm x'", 'bash: rm x'],
    ["bash -eo pipefail -c 'rm x'", 'bash: rm x'],
    ["bash +e -c 'rm x'", 'bash: rm x'],
    ["bash --norc --rcfile f -c 'rm x'", 'bash: rm x'],
    ["bash -norc -c 'rm x'", 'bash: rm x'],
    ["bash -c -- 'rm x'", 'bash: rm x'],
    ["sh -c 'rm x'", 'sh: rm x'],
    ["dash -ec 'rm x'", 'sh: rm x'],
    ["zsh -c 'rm x'", 'zsh: rm x'],
    ["zsh -lc 'rm x'", 'zsh: rm x'],
    ["zsh -yc 'rm x'", 'zsh: rm x', '?'],
    ["zsh -o nullglob -c 'rm x'", '?'],
    ["fish -c 'rm x'", 'bash: rm x', '?'],
    ['bash script.sh a'],
    ['bash -x script.sh'],
    ['bash --version'],
    ['bash', '?'],
    ['bash -s a b', '?'],
    ['bash -', '?'],
    ['bash -i', '?'],
    ['bash /dev/stdin', '?'],
    ["bash <<<'rm x'", 'bash: rm x'],
    ["bash -s a <<<'rm x'", 'bash: rm x'],
    ["bash script.sh <<<'rm x'"],
    ["bash <<<'rm x' <f", 'bash: rm x', '?'],
    ['bash <f', '?'],
    ["bash --new -c 'rm x'", 'bash: rm x', '?'],
    ["bash -Zc 'rm x'", 'bash: rm x', '?'],
    ["bash $O -c 'rm x'", '?'],
    ['bash -c "$X"', 'bash: $X', '?'],
    ['bash -c $X', 'bash: $X', '?'],
    ['bash -c'],
    ['bash $X', '?'],
  ]);
});

describe('builtins that run text', () => {
  opens([
    ["eval 'rm' x", 'own: rm x'],
    ["eval -- 'rm x'", 'own: rm x'],
    ['eval "$X" y', 'own: $X y'],
    ['eval'],
    ["trap 'rm x' EXIT", 'own: rm x'],
    ['trap - EXIT'],
    ['trap EXIT'],
    ['trap -p'],
  ]);
});
