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

/** Each repetition has its number where `#` stands. */
function numbered(name: string, unit: string, before = '', after = ''): HostileLine {
  return {
    name,
    line: (length) => {
      const count = Math.max(1, Math.floor((length - before.length) / (unit.length + 3)));
      return before + Array.from({ length: count }, (_, index) => unit.replaceAll('#', String(index))).join('') + after;
    },
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
  repeated('empty braces', '{}', 'echo '),
  repeated('braces in words', '{a,b}{a,b}{a,b} ', 'echo '),
  repeated('xargs rm', 'xargs rm -rf|', '', 'ls'),
  repeated('folder patterns', '*/', 'rm -rf '),
  repeated('values as folders', '"$x/" ', 'rm -rf '),
  repeated('tildes behind =', 'a=~:~ ', 'ls '),
  repeated('words on many lines', 'a \\\n', 'ls '),
  numbered('files', 'a# ', 'cat '),
  numbered('deleted files', '/a/b# ', 'rm -rf '),
  numbered('copied files', 'a# ', 'cp ', 'd'),
  numbered('patterns', 'a#* ', 'rm '),
  numbered('patterns below home', '~/.*#* ', 'rm -rf '),
  numbered('patterns in folders', '*/*/*# ', 'rm -rf '),
  numbered('patterns that match', 'src/deep/*#*.ts ', 'cat '),
  numbered('redirections to files', '>a# ', 'ls '),
  numbered('redirections to patterns', '>a#* ', 'ls '),
  numbered('commands', 'rm a#;'),
  numbered('links', 'ln -s a# b#;'),
  numbered('links to links', 'ln -s b# b#x;', '', 'rm b1/x'),
  numbered('searches', 'grep -r x src/./#;'),
  numbered('searched folders', 'a# ', 'find '),
  numbered('names to delete', '-name a# -o ', 'find . ', '-name x -delete'),
  numbered('variables set', 'a#=b#;$a#;'),
  numbered('nested loops', 'for a# in 1 2;do '),
  numbered('loops', 'for a in 1 2 3 4;do rm $a#;done;'),
  numbered('scripts in pipes', 'echo rm a#|sh;'),
  numbered('scripts by eval', "eval 'ls a#;ls';"),
  numbered('code', `open("a#");`, "python3 -c '", "'"),
  numbered('pieces of code', `python3 -c 'open("/a#")';`),
  numbered('open heredocs of many names', 'cat <<E#\n'),
  numbered('script in a heredoc', 'ls x#\n', 'bash <<E\n', 'E\n'),
  numbered('pipe names', '<(ls a#) ', 'diff '),
  numbered('git folders', 'git -C a# status;'),
];
