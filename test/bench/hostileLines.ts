/** Command lines that are made to take long. */
export interface HostileLine {
  readonly name: string;
  readonly line: (length: number) => string;
}

function repeated(name: string, unit: string, before = '', after = ''): HostileLine {
  return {
    name,
    line: (length) => before + unit.repeat(Math.max(1, Math.floor((length - before.length) / unit.length))) + after,
  };
}

export const HOSTILE_LINES: readonly HostileLine[] = [
  repeated('nested "$(', 'echo "$('),
  repeated('nested $(', '$(ls '),
  repeated('backticks', '`ls '),
  repeated('closed $( )', '$(ls) ', 'echo '),
  repeated('pipes', 'a|', 'ls|'),
  repeated('&&', 'ls&&', '', 'ls'),
  repeated(';', 'ls;'),
  repeated(';;', ';;', 'case a in a) ls'),
  repeated('( ( (', '('),
  repeated('{ { {', '{ '),
  repeated('braces {a,b}', '{a,b}', 'echo '),
  repeated('nested braces', '{a,', 'echo '),
  repeated('ranges {1..99}', '{1..99}', 'echo '),
  repeated('single quotes', "'a'", 'echo '),
  repeated('double quotes', '"a"', 'echo '),
  repeated('open quotes', '"\'', 'echo '),
  repeated('backslashes', '\\', 'echo '),
  repeated('ANSI-C escapes', '\\x41', "echo $'", "'"),
  repeated('ANSI-C strings', "$'\\x41'", 'echo '),
  repeated('one long word', 'x', 'ls '),
  repeated('many words', 'x ', 'ls '),
  repeated('many redirections', '>a ', 'ls '),
  repeated('heredocs', 'cat <<E\nx\nE\n'),
  repeated('open heredocs', 'cat <<E\n'),
  repeated('heredocs on one line', '<<E ', 'cat '),
  repeated('newlines', '\n'),
  repeated('continuations', '\\\n', 'ls '),
  repeated('comments', '#x\n'),
  repeated('variables', '$a', 'echo '),
  repeated('nested ${ }', '${a:-'),
  repeated('assignments', 'a=b ', '', 'ls'),
  repeated('growing variables', 'a=$a$a;', 'a=xxxxxxxxxx;', 'echo $a'),
  repeated('arithmetic', '((', 'echo $'),
  repeated('tests', '[[ a == b ]]&&'),
  repeated('globs', '*a', 'ls '),
  repeated('brackets', '[a-', 'ls '),
  repeated('functions', 'f(){ ', '', 'f'),
  repeated('if', 'if ls;then '),
  repeated('eval', 'eval '),
  repeated('wrappers', 'sudo env nice ', '', 'ls'),
  repeated('sh -c', "sh -c 'ls';"),
  repeated('sh -c in sh -c', 'sh -c "'),
  repeated('xargs', 'xargs ', 'ls|'),
  repeated('find -exec', '-exec ls {} + ', 'find . '),
  repeated('cd', 'cd a;'),
  repeated('sed', 's/a/b/;', "sed '", "'"),
  repeated('awk', '{print $1} ', "awk '", "'"),
  repeated('rm with many targets', '/a/../b ', 'rm -rf '),
  repeated('long path', '../', 'cat '),
  repeated('git options', '-c a.b=c ', 'git ', 'status'),
  repeated('inline code', 'open("/home/u/.bashrc");', "python3 -c '", "'"),
];
