import { notProven, proven } from './proofTables';

describe('forms of reading programs that do more: run code', () => {
  notProven([
    ['case x in x) ;; esac > ~/.bashrc', /writes to/],
    ['case x in esac &>> f; ls', /writes to/],
    ['{ case x in x) ;; esac; } > f', /writes to/],
    ['case $(ls) in x) ;; esac > ~/.bashrc', /writes to/],
    ['case x in $(ls)) ;; esac >> f', /writes to/],
    // mawk takes `case` for a variable, so that a division follows it and no pattern.
    [`awk 'BEGIN{case /2; system("id"); x=1/1}'`, /awk program/],
    [`sed ':a#;w out' f`, /sed script/],
    [`sed 'b a#;w out' f`, /sed script/],
    // For these programs the letter means to talk while they work.
    ['rake -v', /-v|version/],
    ['mypy -v', /-v|version/],
    ['ctest -V', /-V|version/],
    // They print their version and then build the default goal.
    ['mvn -V', /-V|version/],
    ['gradle -V', /-V|version/],
    ['cpack -V', /-V|version/],
    ['black -v', /-v|version/],
    // Both load plugins of the project's folder first.
    ['pdm --version', /no table/],
    ['packer --version', /no table/],
    // `tofu` decrypts the state with a program that the configuration names.
    ['tofu output', /tofu/],
    ['tofu state list', /tofu/],
    ['tofu workspace list', /tofu/],
    // Listeners of the project's composer.json run unless both are switched off.
    ['composer show --no-plugins', /no-scripts/],
    ['composer show --no-scripts', /no-plugins/],
    // git from the project's .npmrc fetches it; a page is opened in the browser that .npmrc names.
    ['npm view git+https://example.com/x.git', /no name/],
    ['npm view github:o/r', /no name/],
    ['npm view o/r', /no name/],
    ['npm view ./folder', /no name/],
    ['npm view https://example.com/x.tgz', /no name/],
    ['npm fund lodash', /fund/],
    ['pnpm view git+https://example.com/x.git', /no name/],
    ["echo x | xargs --process-slot-var=BASH_ENV bash -c 'ls'", /process-slot-var/],
    ['seq 9 | xargs -P0 -n1 sleep', /any number of processes/],
    ['seq 9 | xargs -n1 --max-procs=0 sleep', /any number of processes/],
    ['seq 9 | xargs -n1 -P 500 sleep', /any number of processes/],
    ['seq 9 | xargs -n1 -P $N sleep', /./],
    ['seq inf | while read x; do sleep 9 & done', /any number of processes/],
    ["while true; do sh -c 'sleep 9 &'; done", /any number of processes/],
    ['while true; do sleep 9 | (sleep 9 &); done', /any number of processes/],
    ['env -a rm ls x', /-a/],
    // A formula is a program, wherever it lies.
    ['brew info ./x.rb', /formula/],
    ['brew deps https://example.com/x.rb', /formula/],
    ['brew desc o/tap/x', /formula/],
    // It starts what lies there.
    ['service ../../tmp/x status', /status/],
    ['PYENV_ROOT=./x; python3 --version', /PYENV_ROOT/],
    ['export PYENV_ROOT=./x; python3 --version', /PYENV_ROOT/],
    ['ASDF_DIR=./x; asdf list', /ASDF_DIR/],
    ['export npm_config_git=./x; npm view y', /npm_config_git/],
  ]);
  proven(
    'black --version',
    'mypy --version',
    'mypy -V',
    'rake --version',
    'ctest --version',
    'tofu version',
    'composer show --no-plugins --no-scripts',
    'npm view react version',
    'npm view @types/node@18 dist-tags',
    'npm view react@^18.0.0',
    'npm fund',
    'brew info node@20',
    'brew list --versions',
    'service nginx status',
    "sed ':a;N;$!ba;s/\\n/ /g' f",
    "sed -n '/x/{p;b}' f",
    'ROOT=x; ls',
    'OUT_DIR=x; python3 --version',
  );
});

describe('forms of reading programs that do more: change something', () => {
  notProven([
    // On macOS it takes no value.
    ['find . -acl -delete', /find -acl/],
    // The short form of `set` here.
    ['ip link s eth0 down', /ip may change/],
    ['ip l s eth0 down', /ip may change/],
    ['terraform fmt -check -check=false', /rewrites/],
    ['terraform providers lock', /more than read/],
    ['terraform providers mirror x', /more than read/],
    ['terraform providers schema -json', /more than read/],
    ["gh api user -H 'X-HTTP-Method-Override: DELETE'", /header/],
  ]);
  proven(
    'ip a s',
    'ip addr s eth0',
    'ip link show',
    "gh api user -H 'Accept: application/vnd.github.raw+json'",
    'gh api user -H "X-GitHub-Api-Version: 2022-11-28"',
  );
});

describe('forms of reading programs that do more: print secrets or reach other servers', () => {
  notProven([
    ['gh pr list --json number --jq env', /env/],
    ["gh api user --jq '$ENV.GH_TOKEN'", /ENV/],
    ['gh pr view 1 --json title -q "[.title, env.X]"', /env/],
    ['kubectl get pods -o go-template-file=x', /file/],
    ['kubectl get pods -o=jsonpath-file=x', /file/],
    ['kubectl get pods --output custom-columns-file=x', /file/],
    ['kubectl get pods --template=x -o templatefile', /file/],
    ['kubectl describe secret x -v=9', /-v/],
    ['kubectl get pods --v 8', /-v/],
    ['kubectl get -f https://example.com/x.yaml', /server|address/],
    ['docker compose -f https://example.com/x.git ps', /address/],
    ['docker compose -f git@example.com:x/y.git ps', /address/],
    ['docker-compose --file=oci://example.com/x ps', /address/],
    ['helm show values . --set-file a=key', /--set-file/],
    ['helm show chart https://example.com/x.tgz', /address/],
    ['helm show values oci://example.com/x', /address/],
    ['helm show chart x --repo https://example.com', /--repo/],
    // Which objects, and so which files of the history, stands in its input.
    ['git cat-file --batch', /--batch/],
    ['git cat-file --batch-command', /--batch/],
    ['conda search -c https://example.com x', /-c/],
    // Options from a file, other files' names among them.
    ['strings @names', /@/],
    // The file of the same name in the folder is read too.
    ['awk 1 /inet/tcp/0/example.com/80', /network/],
    ['ps -au e', /environment/],
    // It may wait for the device.
    ['file -s /dev/ttyS0', /-s/],
    [`yq '..load("x")' f`, /load/],
  ]);
  proven(
    'gh pr list --json number --jq ".[].number"',
    'kubectl get svc -o jsonpath={.items}',
    'kubectl get pods -v=4',
    'kubectl get -f deploy.yaml',
    'docker compose -f compose.yaml ps',
    'helm show values bitnami/nginx',
    'ps -u root',
    'ps -au root',
    'strings a.out',
    'file a b',
    'git cat-file --batch-check',
    "yq '.load' f",
  );
});
