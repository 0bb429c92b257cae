/** No `*` of an allow rule covers an option, a variable or a kept setting that names a program. */
import { AGENTS } from '../../facts/agents';
import { programName, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { CommandLine } from '../../calls/command/commandLine';
import { makeVariable } from '../../shell/openers/make';
import { readSedScript } from '../../shell/tables/sedScript';

/** @param named the rule's words without a pattern */
export function namesProgram(command: SimpleCommand, named: ReadonlySet<string>, line: CommandLine): boolean {
  const program = programName(command) ?? '';
  const words = command.words.slice(1).map(writtenText);
  if (keepsSettings(program, words, named)) return true;
  const option = PROGRAM_OPTIONS.get(program);
  const isMake = /^g?make$/.test(program);
  const names = (text: string): boolean =>
    option?.test(text) === true || (isMake && isOddVariable(text)) || (program === 'cmake' && isOddCompiler(text));
  if (words.some((text) => names(text) && !named.has(text))) return true;
  return (
    option !== undefined &&
    line.analysis.code.some(({ language, text }) => language === 'sed' && !isHarmlessSed(text, named))
  );
}

/** Of a script's file, a program, or a file of settings that names one. */
const PROGRAM_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ...each('sed gsed', /^(?:-[A-Za-z]*f|--fi)/),
  ...each('awk gawk mawk nawk original-awk', /^(?:-[bcCghkMnNOPrsStV]*[fEil]|--?(?:fi|ex|in|l))/),
  // make reads rules in the folders of `-I`.
  ...each(
    'make gmake',
    /^(?:-[bBdeikLmnpqrRsStvw]*[fE]|-[bBdeikLmnpqrRsStvw]*I(?:[/~]|.*\.\.)|--inc[a-z-]*=[/~]|--(?:f|m|ev))/,
  ),
  // They take options by their start, behind any number of dashes. Another configuration names other programs.
  ...each(
    'npm npx pnpm',
    /^-+(?:config\.)?(?:scr[a-z-]*|she[a-z-]*|git|ed[a-z]*|vi|vie[a-z]*|node-[og][a-z-]*|userc[a-z]*|globalc[a-z]*|init[.-]m[a-z]*|pyt[a-z]*|bro[a-z]*|(?:global-)?pnpmf[a-z]*)(?:=|$)/,
  ),
  ...each('yarn', /^--use-yarnrc(?:=|$)/),
  ...each('pip pip3', /^--py[a-z]*(?:=|$)/),
  ...each('cargo', /^(?:--config(?:=|$)|(?:-C|--codegen=)?(?:linker|link-args?)=)/),
  ...each('rustc', /^(?:(?:-C|--codegen=)?(?:linker|link-args?)=|(?:-Z)?codegen-backend=)/),
  ...each(
    'go',
    /^--?gccgoflags|-extld(?![a-z])|-extar|-extldflags(?:(?!-extldflags).)*(?:-B|-wrapper|-specs|-fplugin|-fuse-ld=)/,
  ),
  ...each('docker podman', /^--config(?:=|$)/),
  ...each('kubectl oc helm', /^--kubeconfig(?:=|$)/),
  // Sockets of services of this machine, and files that a format writes or that hold one.
  ...each('curl', /^--(?:eng|unix-s|abstract-u)|%output\{|^(?:-[A-Za-z]*w|--write-out=)@/),
  ...each('terraform tofu', /^--?plugin-dir/),
  ...each('ninja', /^-[dnv]*f/),
  ...each('just', /^(?:-[A-Za-z]*[fd]|--(?:justfile|working-directory|shell|set))/),
  ...each('rake', /^(?:-[A-Za-z]*[fRrIeEp]|--(?:rakefile|require|libdir|rakelib|execute))/),
  ...each('ant', /^-(?:f|file|buildfile|lib|propertyfile|logger|listener|inputhandler|main)$/),
  ...each(
    'gradle gradlew',
    /^(?:-[bcI]|--(?:build-file|settings-file|init-script|include-build))|^-D?org\.gradle\.(?:java\.home|jvmargs)/,
  ),
  ...each('wget', /^--conf|use[_-]?ask[_-]?pass/i),
  ...each('mysql mariadb mysqldump', /^--(?:defaults-|plugin[-_]dir|pager|login-path)/),
  ...each('openssl', /^-(?:engine|provider-path|config)$/),
  ...each('gpg gpg2', /^--(?:ag|dirm|ph|exec-|opt|home)/),
  ...each('strace ltrace', /^(?:-[A-Za-z]*o|--output=)?[|!]/),
  ...each(
    'mvn mvnw',
    /^(?:-D|--define=?)?(?:exec\.\w+|maven\.ext\.|jvm)|^(?:-(?:gs|s|gt|t)|--(?:settings|global-settings|toolchains|global-toolchains))(?:=|$)/,
  ),
  ...each('pandoc', /^(?:-[A-Za-z]*[FLd]|--(?:fil|lua|def)|--pdf-engine=.*\/)/),
  ...each('pdflatex latex xelatex lualatex tex pdftex luatex latexmk', /^--?(?:shell-escape|enable-write18)/),
  ...each('man', /^(?:-[A-Za-z]*C|--conf)/),
  // A host of another machine: `tar cf h:a`.
  ...each('tar gtar cpio', /^--(?:rmt|rsh)|^(?:-[A-Za-z]*[fFIO]|--file?=)?[\w.@-]{2,}:/),
  ...each('less', /^(?:-[A-JL-Za-jl-z]*k|--lesskey)/),
  ...each(
    'gcc g++ cc c++ clang clang++ cpp gfortran',
    /^(?:-B|--?(?:wrapper|specs|ld-path|config)|-f(?:pass-)?plugin=|-iplugindir|-fuse-ld=.*\/|-load$|-W[alp],.*(?:-plugin|@)|--?plugin(?:=|$)|--for-|--gcc-toolchain|-ccc-)/,
  ),
]);

function each(programs: string, option: RegExp): readonly (readonly [string, RegExp])[] {
  return programs.split(' ').map((program) => [program, option]);
}

/** Later calls of these may start another program, or ask another server. */
const KEEPERS: ReadonlySet<string> = new Set([
  ...'npm pnpm yarn bun pip pip3 uv poetry pdm composer bundle gem gh glab aws az gcloud kubectl oc helm'.split(' '),
  ...'docker podman conda mamba flutter dart rustup nuget asdf mise'.split(' '),
  ...AGENTS.flatMap(({ programs }) => programs),
]);
const SETTINGS = /^(?:config(?:ure)?|c|conf|settings?|alias|context|extensions?|ext|exts|plugins?|mcp|set|pkg)$/;
const READS_SETTINGS =
  /^(?:get|list|ls|show|view|inspect|current-context|get-(?:contexts|clusters|users)|path|search|describe|help|-l|--list|--show|--help|-h)$/;

function keepsSettings(program: string, words: readonly string[], named: ReadonlySet<string>): boolean {
  if (!KEEPERS.has(program)) return false;
  const isOptionPart = (text: string, at: number): boolean =>
    text.startsWith('-') || words[at - 1]?.startsWith('-') === true;
  // Options may precede, with values.
  const at = words.findIndex((text, index) => SETTINGS.test(text) || !isOptionPart(text, index));
  const [group = '', verb] = at === -1 ? [] : words.slice(at);
  return SETTINGS.test(group) && verb !== undefined && !READS_SETTINGS.test(verb) && !named.has(group);
}

const STARTS_OTHERS = new Set(['SHELL', 'PATH', 'ENV', 'BASH_ENV', 'NODE_OPTIONS', '.SHELLFLAGS', '.RECIPEPREFIX']);
const LOADS =
  /^(?:(?:LD|DYLD|GIT)_\w+|PYTHON(?:PATH|HOME|STARTUP)|PERL5?(?:LIB|OPT|DB)|RUBY(?:LIB|OPT|SHELL)|(?:GNU)?MAKEFLAGS|MAKEFILES)$/;
const PROGRAMS =
  /^(?:(?:HOST|BUILD_?|TARGET_?)?(?:CC|CXX|CPP|LD|AR|AS|NM|RANLIB|STRIP)|F[C7]7?|INSTALL|MAKE|NODE|NPM|NPX|YARN|PNPM|GO|CARGO|RUSTC|JAVA|JAVAC|GIT|SED|AWK|GREP|RM|CP|MV|MKDIR|LN|CAT|FIND|XARGS|DOCKER|KUBECTL|CURL|WGET|TAR|LEX|YACC|\w*(?:_CC|_CXX|COMPILER|LAUNCHER|WRAPPER))$/;
const FLAGS = /FLAGS$|^(?:CC|CXX|LD)$/;
const USUAL_PROGRAM = /^(?:(?:ccache|sccache|distcc) )?(?:\/usr(?:\/local)?\/bin\/)?[\w.+-]+(?: -[\w=.,+-]+)*$/;
const SHELL = /^(?:\S*\/)?(?:(?:ba|da|z|k|fi|a)?sh|busybox|env|xargs|eval|exec|sudo|nohup|timeout)(?:\s|$)/;
const GIVEN_CODE = /^(?:\S*\/)?(?:python|node|perl|ruby|php|lua|deno|bun)[\d.]*\s(?:.*\s)?-\w*[ceprE](?:\s|$)/;
/** make puts the text into lines of a shell. */
const SHELL_TEXT = /[;|&`\n<>]|\$[({]\s*[a-z-]+\s|\$\$/;

/** `make CC='sh -c x'`, `make V='1; x'`, `make CFLAGS=-B/tmp/x`. */
function isOddVariable(text: string): boolean {
  const variable = makeVariable(text);
  if (variable === undefined) return false;
  const { name, isShell, value } = variable;
  if (name === undefined || isShell || STARTS_OTHERS.has(name) || LOADS.test(name)) return true;
  if (SHELL_TEXT.test(value) || GIVEN_CODE.test(value)) return true;
  if (FLAGS.test(name) && value.split(/\s+/).some((word) => PROGRAM_OPTIONS.get('gcc')?.test(word))) return true;
  return SHELL.test(value) || (PROGRAMS.test(name) && value !== '' && !USUAL_PROGRAM.test(value));
}

/** `cmake -DCMAKE_C_COMPILER=/tmp/x` */
function isOddCompiler(text: string): boolean {
  const [, name = '', value = ''] = /^(?:-D)?([A-Za-z]\w*)(?::\w+)?=(.*)$/s.exec(text) ?? [];
  const isProgram = /(?:COMPILER|LAUNCHER|WRAPPER|LINKER|MAKE_PROGRAM|EMULATOR)$/.test(name);
  return isProgram && (!USUAL_PROGRAM.test(value.replaceAll(';', ' ')) || SHELL.test(value));
}

function isHarmlessSed(text: Word, named: ReadonlySet<string>): boolean {
  if (named.has(writtenText(text))) return true;
  if (text.text === undefined) return false;
  const reading = readSedScript(text.text);
  // Its written places are touches of the call.
  return reading.safe || reading.onlyWrites;
}
