import { opens } from './openerRows';

describe('programs whose options run a command', () => {
  opens([
    ["tar -xf a.tar --to-command='rm x'", 'sh: rm x'],
    ["tar -xf a.tar --to-comm='rm x'", 'sh: rm x'],
    ["tar -cf a --checkpoint=1 --checkpoint-action=exec='rm x' b", 'sh: rm x'],
    ["tar -I 'rm x' -cf a b", 'sh: rm x'],
    ['tar --checkpoint-action=dot -cf a b'],
    ['tar -xzf a.tar'],
    ["rsync -e 'rm x' a b", 'sh: rm x'],
    ["rsync --rsync-path='rm x' a h:b", '[rsync] sh: rm x'],
    ['rsync -av a b'],
    ["vim -c '!rm x' f", 'sh: rm x'],
    ["nvim +':silent !rm x' f", 'sh: rm x'],
    ["ex -c 'wq' f", 'other> wq'],
    ['vim f'],
    ["less +'!rm x' f", 'sh: rm x'],
    ['less +10 f'],
    ["gdb -batch -ex 'shell rm x'", 'sh: rm x'],
    ["gdb -ex 'run' --args rm x", 'rm x', 'other> run'],
    ["sqlite3 db 'select 1'", 'sql> select 1'],
    ["sqlite3 db '.shell rm x'", 'sh: rm x', 'sql> .shell rm x'],
    ["psql -c 'select 1' db", 'sql> select 1'],
    ["psql <<<'\\! rm x'", 'sh:  rm x', 'sql> \\! rm x'],
    ["mysql --execute='drop table x'", 'sql> drop table x'],
    ["awk -F , -v a=b '{print $1}' f", 'awk> {print $1}'],
    ["awk 'BEGIN{}' -foo", 'awk> BEGIN{}'],
    ['awk -f prog f'],
    ["sed -n '1p' f", 'sed> 1p'],
    ["sed -ne '1p' f", 'sed> 1p'],
    ["sed -e '1p' -e '2p' f", 'sed> 1p', 'sed> 2p'],
    ['sed -f prog f'],
    ["socat - EXEC:'rm x',pty", 'sh: rm x'],
    ['socat - TCP:host:80'],
  ]);
});

describe('terminals', () => {
  opens([
    ["tmux new-session -d -s name 'rm x'", 'sh: rm x'],
    ['tmux new -d rm x', 'rm x'],
    ["tmux send-keys -t name 'rm x' Enter", 'sh: rm x', '?'],
    ["tmux run-shell 'rm x'", 'sh: rm x'],
    ['tmux ls'],
  ]);
});

describe('parallel', () => {
  opens([
    ['parallel rm -f ::: a b', 'bash: rm -f a', 'bash: rm -f b', '?'],
    ['parallel -j4 rm {}/x ::: a', 'bash: rm a/x', '?'],
    ['parallel -j 4 rm', 'bash: rm {}', '?'],
    ["parallel ::: 'rm x' 'ls y'", 'bash: rm x', 'bash: ls y', '?'],
  ]);
});
