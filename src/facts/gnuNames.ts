/** On macOS package managers put a `g` before these. */
const NAMES =
  'cat head tail tac nl fold fmt expand unexpand od base64 base32 basenc md5sum sha1sum sha224sum sha256sum sha384sum ' +
  'sha512sum b2sum cksum sum wc sort uniq cut tr paste comm join numfmt tsort seq expr factor ls dir vdir stat du df ' +
  'realpath readlink basename dirname pathchk id whoami groups users logname tty who uptime uname nproc date pwd echo ' +
  'printf test true false sleep rm cp mv ln link unlink install dd tee truncate shred touch mkdir rmdir mktemp mkfifo ' +
  'mknod chmod chown chgrp split csplit env nice nohup stdbuf timeout chroot kill find xargs grep egrep fgrep sed tar ' +
  'diff cmp sdiff which strings';

export const GNU_NAMES: ReadonlySet<string> = new Set(NAMES.split(' '));
