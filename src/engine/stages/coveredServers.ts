/** No `*` of an allow rule covers another server for a program that sends what it keeps of the user: tokens, passwords. */
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';

const SERVER_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ...each(
    'gh',
    /^--hostname(?:=|$)|^https?:\/\/(?!(?:[\w-]+\.)*github\.com(?:\/|$))|^(?!(?:-[A-Za-z]*R|--repo=)?github\.com\/)(?:--repo=)?[\w-]+(?:\.[\w-]+)+\/[^/]+\/[^/]+$/i,
  ),
  ...each('glab', /^--(?:hostname|host)(?:=|$)/),
  ...each('aws', /^--endp/),
  ...each('docker podman nerdctl', /^(?:-D?H|--host(?:=|$)|--url(?:=|$))/),
  ...each('kubectl oc helm', /^(?:-s|--server|--kube-apis[a-z]*)(?:=|$)/),
  ...each('vault consul nomad', /^--?(?:address|http-addr)(?:=|$)/),
  ...each('argocd', /^--server(?:=|$)/),
  ...each('doctl', /^(?:-u|--api-url)(?:=|$)/),
  ...each('hcloud', /^--endpoint(?:=|$)/),
  ...each('sentry-cli', /^--url(?:=|$)/),
  ...each('twine', /^--repository-u[a-z]*(?:=|$)/),
  ...each('gem', /^--ho[a-z]*(?:=|$)/),
  ...each('cargo', /^--index(?:=|$)/),
]);

function each(programs: string, option: RegExp): readonly (readonly [string, RegExp])[] {
  return programs.split(' ').map((program) => [program, option]);
}

/** @param named the rule's words without a pattern */
export function asksOtherServer(command: SimpleCommand, named: ReadonlySet<string>): boolean {
  const option = SERVER_OPTIONS.get(programName(command) ?? '');
  return (
    option !== undefined &&
    command.words
      .slice(1)
      .map(writtenText)
      .some((text) => option.test(text) && !named.has(text))
  );
}
