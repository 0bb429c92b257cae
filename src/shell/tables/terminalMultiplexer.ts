/** tmux: only lists of its own sessions. */
import type { CommandCall, CommandSpec } from '../model/commandTable';
import { options, reads, readsEach } from '../model/tableNotation';

const NAMES = [
  'session_(?:id|name|path|group|windows|attached|activity|created|last_attached|alerts|stack)',
  'window_(?:id|name|index|active|activity|panes|width|height|layout|flags|zoomed_flag|last_flag|bell_flag)',
  'pane_(?:id|index|pid|tty|title|active|width|height|top|left|right|bottom|dead|dead_status|in_mode|mode)',
  'pane_(?:current_command|current_path|start_command|start_path|synchronized)|client_(?:name|tty)',
  'host|host_short|pid|version|socket_path|start_time|history_(?:size|limit)|user|uid',
];
/** `#(command)` runs one; `#{E:name}` expands what a program may have written. Other names may be variables. */
const FORMAT = new RegExp(`^(?:[^#]|#\\{(?:${NAMES.join('|')})\\}|#[A-Z])*$`);

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
