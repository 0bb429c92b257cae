import { notProven, proven } from './proofTables';

describe('asking a program for its usage or version', () => {
  proven(
    'git --help',
    'git commit -h',
    'gh pr create --help',
    'docker run --help 2>&1 | head -40',
    'docker compose up --help',
    'kubectl get --help',
    'helm install -h',
    'terraform plan -help',
    'npm run --help',
    'cargo build -h',
    'cargo --help',
    'uv --help',
    'curl --version',
    'wget --help',
    'tar --version',
    'ffmpeg -version',
    'openssl version',
    'claude --version',
    'codex --help',
    'golangci-lint --version',
    'bat --help',
  );

  notProven([
    // They open a manual by a program that a repository may name.
    ['git commit --help', /does more than read/],
    ['git help commit', /./],
    ['cargo build --help', /does more than read/],
    ['npm help install', /./],
    // Plugins, aliases and scripts.
    ['git mine -h', /./],
    ['gh mine --help', /./],
    ['docker mine --help', /./],
    ['kubectl mine --help', /./],
    ['cargo mine -h', /./],
    ['cargo t -h', /does more than read/],
    ['cargo r -h', /does more than read/],
    ['cargo fmt -h', /does more than read/],
    ['cargo nextest -h', /does more than read/],
    ['npm run build --help', /./],
    ['docker run image --help', /does more than read/],
    ['docker exec web ls --help', /./],
    ['kubectl exec web -- ls --help', /./],
    ['docker run --rm image --help', /does more than read/],
    ['git commit -m x -h', /does more than read/],
    ['git commit -h x', /does more than read/],
    ['cargo run -- -h', /does more than read/],
    ['gh pr create --help=false', /does more than read/],
    ['gh pr create --help $x', /./],
    ['gh pr create -- --help', /does more than read/],
    ['helm install a --help', /does more than read/],
    ['./gh --help', /no program of the system/],
    ['node_modules/.bin/gh --help', /no program of the system/],
    ['/tmp/gh --help', /no program of the system/],
    ['npx gh --help', /./],
    ['GH_CONFIG_DIR=. gh --help', /GH_CONFIG_DIR may change/],
    ['gh --help > a', /writes to/],
    ['sudo gh --help', /./],
    // Programs that nobody knows may do anything, whatever they are asked.
    ['deploy --help', /in no table/],
    ['poetry add --help', /./],
    ['pnpm --help', /./],
    ['make --help x', /./],
    ['python3 a.py --help', /./],
    ['node a.js --help', /./],
    ['bash a.sh --help', /./],
    ['claude --help x', /./],
    ['claude -p --help', /./],
    ['codex exec --help', /./],
  ]);
});

describe('what tmux lists', () => {
  proven(
    'tmux ls',
    'tmux -V',
    "tmux list-sessions -F '#{session_name}: #{session_windows}'",
    'tmux list-windows -a',
    'tmux list-panes -t work -F "#S #{pane_id}"',
    'tmux has-session -t work 2>/dev/null',
  );

  notProven([
    ['tmux', /starts a session/],
    ["tmux ls -F '#(touch a)'", /format may run/],
    ["tmux ls -f '#(touch a)'", /format may run/],
    ["tmux ls -F '#{E:pane_title}'", /format may run/],
    ["tmux ls -F '#{?#(touch a),1,2}'", /format may run/],
    ['tmux ls -F "$x"', /./],
    ['tmux ls \\; new-session touch', /./],
    ['tmux new-session -d', /./],
    ['tmux send-keys -t a ls Enter', /./],
    ['tmux capture-pane -p', /./],
    ['tmux -f conf ls', /./],
    ['tmux -S /tmp/x ls', /./],
    ['tmux -c "touch a"', /./],
    ['tmux run-shell ls', /./],
    ["tmux display-message -p '#(touch a)'", /./],
  ]);
});
