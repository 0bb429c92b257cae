/**
 * Programs without a table whose words and texts are data: tests, packages, messages, files elsewhere. Of others a deny
 * rule takes them for what they may start.
 */
const PROGRAMS =
  // Names of tests.
  'jest vitest mocha ava tap tape jasmine karma cypress playwright wdio pytest py.test nose2 tox nox rspec minitest phpunit pest ' +
  'ctest gtest busted bats cucumber behave robot detox maestro newman k6 ' +
  // Names of packages.
  'brew apt apt-get aptitude dpkg rpm dnf yum zypper pacman yay paru apk emerge port snap flatpak winget choco scoop pip pip3 ' +
  'gem cpan cpanm luarocks opam cabal stack nuget bower ' +
  // Messages and notes.
  'logger notify-send terminal-notifier say espeak spd-say wall write mail mailx sendmail mutt msmtp figlet toilet cowsay lolcat ' +
  'pbcopy xclip xsel wl-copy clip.exe whiptail dialog gum zenity tldr cheat apropos whatis info ' +
  // Their `rm`, `mv` and `kill` are their own.
  'svn hg jj fossil dvc mc s3cmd s5cmd rclone hdfs hadoop swift lftp sftp ftp pm2 helm limactl colima minikube kind k3d ' +
  'docker podman nerdctl finch lxc incus multipass kubectl oc vagrant virsh ' +
  // Completion and keys.
  'complete compgen compopt bind bindkey zle abbr hash help typeset';

export const TAKES_NO_COMMAND: ReadonlySet<string> = new Set(PROGRAMS.split(' '));

/** They have a table, and start what their words name all the same. */
export const STARTS_WORDS: ReadonlySet<string> = new Set('bun yarn npm pnpm npx cargo rustup mise asdf'.split(' '));

/** Their values are messages. */
export const MESSAGE_OPTION =
  /^(?:-m|--?(?:message|msg|title|body|description|desc|subject|notes?|comment|reason|text|summary|label|name|search|query|grep))$/i;
