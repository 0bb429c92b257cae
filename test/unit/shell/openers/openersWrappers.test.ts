import { opens } from './openerRows';

describe('wrappers that take a command', () => {
  opens([
    ['timeout 5 ls -la', 'ls -la'],
    ['timeout -s KILL 5 rm x', 'rm x'],
    ['timeout --signal=9 -k1 5s rm x', 'rm x'],
    ['timeout --foreground -- 5 rm x', 'rm x'],
    ['timeout 5'],
    ['timeout --new 5 rm x', 'rm x', 'x', '?'],
    ['timeout --sig=9 5 rm x', 'rm x', 'x', '?'],
    ['timeout $T 5 rm x', '5 rm x', 'rm x', '?'],
    ['timeout 5$T rm x', 'rm x', 'x', '?'],
    ['timeout "$T" rm x', 'rm x', 'x', '?'],
    ['timeout 5 $C x', '$C x', 'x', '?'],
    ['nice rm x', 'rm x'],
    ['nice -n 5 rm x', 'rm x'],
    ['nice -5 rm x', 'rm x'],
    ['nice --adjustment=5 rm x', 'rm x'],
    ['nice -z rm x', 'rm x', 'x', '?'],
    ['nice'],
    ['ionice -c2 -n 7 rm x', 'rm x'],
    ['ionice -c 2 -p 42'],
    ['nohup rm x', 'rm x'],
    ['nohup -- rm x', 'rm x'],
    ['nohup --x rm x', 'rm x', 'x', '?'],
    ['setsid -f rm x', 'rm x'],
    ['chrt -f 10 rm x', 'rm x'],
    ['chrt -p 42'],
    ['taskset -c 0,1 rm x', 'rm x'],
    ['stdbuf -oL -e 0 rm x', 'rm x'],
    ['stdbuf --output=L rm x', 'rm x'],
    ['time -f %e -o out rm x', 'rm x'],
    ['time -v rm x', 'rm x'],
    ['command rm x', 'rm x'],
    ['command -p rm x', 'rm x'],
    ['command -v rm'],
    ['command -V rm'],
    ['command -pv rm'],
    ['command -x rm', 'rm', '?'],
    ['builtin cd x', 'cd x'],
    ['exec rm x', 'rm x'],
    ['exec -a name rm x', 'rm x'],
    ['exec -cl rm x', 'rm x'],
    ['exec'],
    ['strace -f -e trace=open -o log rm x', 'rm x'],
    ['strace -ff rm x', 'rm x'],
    ['unbuffer -p rm x', 'rm x'],
    ['rtk git status', 'git status'],
    ['rtk rm -rf x', 'rm -rf x'],
    ['chronic rm x', 'rm x'],
  ]);
});

describe('wrappers that run as another user', () => {
  opens([
    ['sudo rm x', '[root] rm x'],
    ['sudo -u user -E A=b rm x', '[root] A=b rm x'],
    ['sudo -nuroot rm x', '[root] rm x'],
    ['sudo --user=root -- rm x', '[root] rm x'],
    ['sudo --preserve-env=A rm x', '[root] rm x'],
    ['sudo -D /srv rm x', '[root] [in /srv] rm x'],
    ['sudo -R /srv rm x', '[root] [sudo -R] rm x'],
    ['sudo -i rm x', '[root] rm x'],
    ['sudo -i', '?'],
    ['sudo -s', '?'],
    ['sudo -l'],
    ['sudo -v'],
    ['sudo -e /etc/passwd'],
    ['sudo --new rm x', '[root] rm x', '[root] x', '?'],
    ['sudo $O rm x', '[root] $O rm x', '[root] rm x', '?'],
    ['sudo -u $U rm x', '[root] rm x', '[root] x', '?'],
    ['sudo -u "$U" rm x', '[root] rm x'],
    ['sudo A=b $C', '[root] A=b $C', '?'],
    ['sudo A=b -u root rm x', '[root] A=b -u root rm x', '[root] A=b root rm x', '?'],
    ['doas -u root rm x', '[root] rm x'],
    ['doas -s', '?'],
    ['pkexec --user root rm x', '[root] rm x'],
    ['pkexec', '?'],
    ['gosu root rm x', '[root] rm x'],
  ]);
});

describe('wrappers that change the root', () => {
  opens([
    ['chroot /mnt rm x', '[chroot /mnt] rm x'],
    ['chroot --userspec=a:b /mnt rm x', '[chroot /mnt] rm x'],
    ['chroot /mnt', '?'],
    ['unshare -r rm x', 'rm x'],
    ['unshare -rm --mount-proc rm x', 'rm x'],
    ['nsenter -t 1 -m rm x', '[nsenter -m] rm x'],
  ]);
});

describe('env', () => {
  opens([
    ['env'],
    ['env A=b'],
    ['env rm x', 'rm x'],
    ['env -i rm x', 'rm x'],
    ['env - rm x', 'rm x'],
    ['env -u A -C /srv B=c rm x', '[in /srv] B=c rm x'],
    ['env -uA --chdir=/srv rm x', '[in /srv] rm x'],
    ['env A=b C=$D rm x', 'A=b C=$D rm x', 'A=b C=$D x', '?'],
    ['env A="$D" rm x', 'A=$D rm x'],
    ["env -S 'A=b rm -rf' x", 'A=b rm -rf x'],
    ["env -S'-i rm' x", 'rm x'],
    ["env --split-string='rm x'", 'rm x'],
    ["env -vS 'rm x' y", 'rm x y'],
    ['env -S "$X"', '?'],
    ["env -S 'rm ${X}'", 'rm ${X}', '?'],
    ["env -S '-S ls' x", 'ls x', '?'],
    ['env --new rm x', 'rm x', 'x', '?'],
    ['env $X', '$X', '?'],
  ]);
});

describe('xargs', () => {
  opens([
    ['xargs', 'echo (what xargs reads)'],
    ['xargs rm', 'rm (what xargs reads)'],
    ['xargs -0 -n1 -P4 rm -f', 'rm -f (what xargs reads)'],
    ['xargs -a list -d , rm', 'rm (what xargs reads)'],
    ["xargs -I{} sh -c 'rm {}' _ {}", 'sh -c rm {} _ {}'],
    ['xargs -I % rm %/x', 'rm %/x'],
    ['xargs -i rm {}', 'rm {}'],
    ['xargs -i% rm %', 'rm %'],
    ['xargs --replace=% rm %', 'rm %'],
    ['xargs -n1 -I{} rm {}', 'rm {} (what xargs reads)'],
    ['xargs -I{} {} x', '{} x', 'x', '?'],
    ['xargs -I $X rm {}', 'rm {} (what xargs reads)', '{} (what xargs reads)', '?'],
    ['xargs --new rm', 'rm (what xargs reads)', '(what xargs reads)', '?'],
    ['xargs $X rm', '$X rm (what xargs reads)', 'rm (what xargs reads)', '?'],
  ]);
});

describe('find and fd', () => {
  opens([
    ['find . -name x'],
    ['find . -exec rm {} ;', 'rm .{}'],
    ['find a b -exec rm {} +', 'rm a{}', 'rm b{}'],
    ['find -exec rm -f {} ; -ok cat {} ;', 'rm -f .{}', 'cat .{}'],
    ['find /x -execdir rm {} ;', '[in ?] rm ./{}'],
    ['find "$D" -exec rm {} ;', 'rm {}'],
    ['find . -exec sh -c "$X" ;', 'sh -c $X'],
    ['find . -exec ls + {} + -print', 'ls + .{}'],
    ['find . -exec {} ;', '.{}', '?'],
    ['find . -exec $C {} ;', '$C .{}', '?'],
    ['find . -exec rm $A ;', 'rm $A', '?'],
    ['find . -exec rm x', 'rm x', '?'],
    ['fd x'],
    ['fd x -x rm', 'rm {}'],
    ['fd x --exec rm {} ; -t f', 'rm {}'],
    ['fd x -X rm -f', 'rm -f {}'],
    ['fd -HIx rm', 'rm {}'],
    ['fd x --exec=rm -f', 'rm -f {}'],
    ['fd x -x $C', '$C {}', '?'],
  ]);
});
