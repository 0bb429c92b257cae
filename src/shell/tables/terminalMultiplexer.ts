/** tmux: only lists of its own sessions. */
import type { CommandCall, CommandSpec } from '../model/commandTable';
import { options, reads, readsEach } from '../model/tableNotation';

/** `#(command)` runs one; `#{E:name}` expands what a program may have written. */
const FORMAT = /^(?:[^#]|#\{[a-z_]+\}|#[A-Z])*$/;

function formatObjection({ options: given }: CommandCall): string | undefined {
  const isPlain = given.every(
    ({ name, value }) => !/^-[Ff]$/.test(name) || FORMAT.test(value?.word.text?.slice(value.from) ?? '#('),
  );
  return isPlain ? undefined : 'a format may run a command';
}

const LISTS = { objection: formatObjection };

export const TERMINAL_MULTIPLEXER: readonly CommandSpec[] = [
  reads('tmux', options('-V'), {
    style: 'posix',
    variables: ['TMUX', 'TMUX_TMPDIR', 'TERMINFO*'],
    objection: (call) => (call.specs.length > 1 || call.options.length > 0 ? undefined : 'alone it starts a session'),
    subcommands: [
      ...readsEach('list-sessions ls', options('-F= -f='), LISTS),
      ...readsEach('list-windows lsw', options('-a -F= -f= -t='), LISTS),
      ...readsEach('list-panes lsp', options('-a -s -F= -f= -t='), LISTS),
      ...readsEach('has-session has', options('-t=')),
    ],
  }),
];
