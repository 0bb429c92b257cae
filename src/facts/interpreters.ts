/** One row adds a program everywhere. */

export interface Interpreter {
  readonly names: string;
  readonly language: 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'other';
  /** Their value (the word's rest or the next word) is code. */
  readonly code?: string;
  /** The first code ends the options: `python -c`. */
  readonly codeEnds?: true;
  readonly values?: string;
  /** Letters with a glued value. */
  readonly glued?: string;
  readonly flags?: string;
  /** They run no code or file: `python -m`. */
  readonly modules?: string;
  /** They print facts; some also run code. */
  readonly information?: string;
  readonly codeCommands?: string;
}

export const INTERPRETERS: readonly Interpreter[] = [
  {
    names: 'python pypy jython micropython',
    language: 'python',
    code: '-c',
    codeEnds: true,
    values: '-W -X --check-hash-based-pycs',
    flags: '-b -B -d -E -i -I -O -q -P -s -S -u -v -x -t -R',
    modules: '-m',
    information: '-h -V -? --help --version --help-all --help-env --help-xoptions',
  },
  {
    names: 'node nodejs',
    language: 'javascript',
    code: '-e --eval -p --print -pe',
    values:
      '-r --require --import -C --conditions --loader --experimental-loader --env-file --input-type --title --test-name-pattern ' +
      '--test-reporter --test-reporter-destination --icu-data-dir --openssl-config --redirect-warnings --watch-path --localstorage-file',
    flags:
      '-i --interactive --check -c --inspect --inspect-brk --trace-warnings --trace-deprecation --no-warnings --no-deprecation ' +
      '--throw-deprecation --enable-source-maps --expose-gc --harmony --watch --test --experimental-vm-modules --trace-uncaught ' +
      '--experimental-strip-types --experimental-modules --experimental-test-coverage --preserve-symlinks --use-openssl-ca ' +
      '--abort-on-uncaught-exception --pending-deprecation --prof --frozen-intrinsics --test-only --permission --no-addons',
    modules: '--run',
    information: '-v -h --version --help --v8-options',
  },
  {
    names: 'tsx ts-node ts-node-esm ts-node-script babel-node esr',
    language: 'javascript',
    code: '-e --eval -p --print -pe',
    values: '-r --require --import -P --project --tsconfig --env-file -O --compiler-options -C --compiler --loader',
    flags: '-T --transpile-only -s --swc --esm --files --watch --no-cache --inspect --inspect-brk --no-warnings',
    information: '-v -h --version --help',
  },
  {
    names: 'deno',
    language: 'javascript',
    codeCommands: 'eval',
    values: '-c --config --import-map --lock --cert --seed --location',
    flags:
      '-A --allow-all -q --quiet --no-check --unstable -p --print --ts -T --allow-read --allow-net --allow-env --allow-write',
    information: '-V -h --version --help',
  },
  {
    names: 'bun',
    language: 'javascript',
    code: '-e --eval -p --print -pe',
    values: '-r --preload --cwd --env-file -c --config',
    flags: '--watch --hot --smol --bun -b --silent --inspect',
    information: '-v -h --version --help --revision',
  },
  {
    names: 'perl',
    language: 'perl',
    code: '-e -E',
    values: '-I',
    glued: '-i -F -M -m -x -C -D -d',
    flags: '-l -0 -1 -2 -3 -4 -5 -6 -7 -a -c -f -g -n -p -s -S -t -T -u -U -w -W -X',
    information: '-h -v -V -? --help --version',
  },
  {
    names: 'ruby jruby truffleruby',
    language: 'ruby',
    code: '-e',
    values: '-C -E -I -r --encoding --external-encoding --internal-encoding',
    glued: '-i -F -K -T -W -x',
    flags: '-0 -1 -2 -3 -4 -5 -6 -7 -a -c -d -l -n -p -s -S -U -v -w -y --jit --yjit --verbose --disable-gems',
    information: '-h --help --version --copyright',
  },
  {
    names: 'php php-cgi phpdbg',
    language: 'php',
    code: '-r --run -B --process-begin -R --process-code -E --process-end',
    values: '-d --define -c --php-ini -z --zend-extension',
    flags: '-a -C -e -H -n -q -w -s -l --no-php-ini --syntax-check --strip --interactive',
    modules: '-f --file -F --process-file -S --server -t --docroot',
    information: '-h -i -m -v -? --help --info --modules --version --ini --rf --rc --re --ri',
  },
  {
    names: 'lua luajit texlua',
    language: 'other',
    code: '-e',
    values: '-l -j -b -O',
    flags: '-i -E -W',
    information: '-v',
  },
  {
    names: 'Rscript',
    language: 'other',
    code: '-e',
    flags: '--vanilla --verbose --no-save --no-restore --no-environ --no-init-file --quiet --slave --no-echo',
    information: '--help --version',
  },
  {
    names: 'R',
    language: 'other',
    code: '-e',
    values: '-g --encoding',
    flags: '--vanilla --no-save --no-restore -q --quiet --slave --no-echo --silent -s --no-environ',
    modules: '-f',
    information: '--help --version',
  },
  { names: 'osascript', language: 'other', code: '-e', values: '-l', glued: '-s', flags: '-i' },
  {
    names: 'expect',
    language: 'other',
    code: '-c',
    values: '-D',
    flags: '-d -i -N -n',
    modules: '-f',
    information: '-v',
  },
  { names: 'tclsh wish', language: 'other' },
  {
    names: 'julia',
    language: 'other',
    code: '-e -E --eval --print',
    values: '-L --load -J --sysimage -t --threads -p --procs',
    flags: '-q --quiet -i --startup-file=no',
    information: '-v -h --version --help',
  },
  {
    names: 'elixir',
    language: 'other',
    code: '-e --eval --rpc-eval',
    values: '-r -pr -pa -pz --sname --name --cookie',
    modules: '-S',
    information: '-v --version -h --help',
  },
  {
    names: 'erl',
    language: 'other',
    code: '-eval',
    values: '-pa -pz -sname -name -setcookie -s -run',
    flags: '-noshell -noinput',
  },
  {
    names: 'groovy',
    language: 'other',
    code: '-e',
    values: '-cp --classpath',
    flags: '-n -p -i',
    information: '-v --version -h --help',
  },
  {
    names: 'guile',
    language: 'other',
    code: '-c',
    values: '-L -l',
    modules: '-s',
    information: '-v --version -h --help',
  },
  {
    names: 'pwsh powershell powershell.exe pwsh.exe',
    language: 'other',
    code: '-c -Command -command -EncodedCommand -e -ec -enc',
    codeEnds: true,
    values: '-ExecutionPolicy -ep -WorkingDirectory -wd -InputFormat -OutputFormat',
    flags: '-NoProfile -nop -NonInteractive -noni -NoLogo -nol -Login -l',
    modules: '-File -f',
    information: '-Version -v -Help -h',
  },
];
