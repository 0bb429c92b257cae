/** Reads a command line into the simple commands that it would run. */
import { parse, type Command, type Word as ParsedWord } from 'unbash';
import {
  makeWord,
  type Analysis,
  type Redirection,
  type Shell,
  type ShellPlace,
  type SimpleCommand,
  type UnknownPart,
  type Word,
  type WordPiece,
} from './analysis';

type Node = { type: string; pos: number; end: number; commands: readonly Node[] };

/** FIRST STEP ONLY: plain commands, pipes and lists; everything else is unknown. */
export function analyse(script: string, shell: Shell, place: ShellPlace): Analysis {
  const commands: SimpleCommand[] = [];
  const unknown: UnknownPart[] = [];
  const doubt = (why: string, node: { pos: number; end: number }): void => {
    unknown.push({ why, fragment: script.slice(node.pos, node.end), position: node.pos });
  };
  const pieceOf = (
    part: { type: string; text: string; pos: number; end: number; value?: string; parts?: readonly unknown[] },
    quoted: boolean,
  ): WordPiece[] => {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
        return [{ kind: 'text', text: part.value ?? '' }];
      case 'DoubleQuoted':
        return (part.parts as never[]).flatMap((inner) => pieceOf(inner, true));
      case 'Glob':
        return [{ kind: 'glob', text: part.text }];
      case 'SimpleExpansion':
        return [{ kind: 'value', text: part.text, variable: part.text.slice(1), quoted }];
      default:
        doubt(`a part of the kind ${part.type}`, part);
        return [{ kind: 'value', text: part.text, quoted }];
    }
  };
  const word = (parsed: ParsedWord): Word =>
    parsed.parts === undefined
      ? makeWord([{ kind: 'text', text: parsed.value }], parsed.text, parsed.pos)
      : makeWord(
          parsed.parts.flatMap((part) => pieceOf(part as never, false)),
          parsed.text,
          parsed.pos,
        );
  const visit = (given: Node, pipe: { index: number; length: number } | undefined, conditional: boolean): void => {
    const node = given;
    switch (node.type) {
      case 'Script':
        for (const inner of node.commands) visit(inner, pipe, conditional);
        break;
      case 'Statement':
        visit((node as unknown as { command: Node }).command, pipe, conditional);
        break;
      case 'AndOr':
        node.commands.forEach((inner, index) => {
          visit(inner, pipe, conditional || index > 0);
        });
        break;
      case 'Pipeline':
        node.commands.forEach((inner, index) => {
          visit(inner, { index, length: node.commands.length }, conditional);
        });
        break;
      case 'Command': {
        const node = given as unknown as Command;
        commands.push({
          words: [
            ...(node.name === undefined ? [] : [node.name]),
            ...node.args.filter((arg) => arg.type === 'Word'),
          ].map(word),
          assignments: node.prefix.flatMap((item) =>
            item.type === 'Assignment' && item.value.type === 'Word'
              ? [{ name: item.name, value: word(item.value), append: item.append === true }]
              : [],
          ),
          redirections: node.redirects.flatMap((redirect): Redirection[] =>
            redirect.type === 'Redirect' && redirect.target !== undefined
              ? [
                  {
                    operator: redirect.operator,
                    descriptor: redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : undefined,
                    target: word(redirect.target),
                  },
                ]
              : [],
          ),
          context: {
            pipe,
            conditional,
            substitution: false,
            function: undefined,
            background: false,
            via: [],
            asOtherUser: false,
            elsewhere: undefined,
          },
          cwd: place.cwd,
          position: node.pos,
        });
        break;
      }
      default:
        doubt(`a construct of the kind ${node.type}`, node);
    }
  };
  const parsed = parse(script);
  if ((parsed.errors?.length ?? 0) > 0) doubt('the line does not parse', { pos: 0, end: script.length });
  visit(parsed as never, undefined, false);
  return { script, shell, commands, code: [], unknown, changesShell: false };
}
