export const SET_ADDRESS =
  'Set autoMode.classifier.baseUrl to the address of the server, such as http://localhost:11434.';

export type CheckedBaseUrl =
  { readonly ok: true; readonly url: string | undefined } | { readonly ok: false; readonly problem: string };

/** Only https, or http on this machine: it carries key and prompt. */
export function checkedBaseUrl(text: string | undefined): CheckedBaseUrl {
  if (text === undefined || text === '') return { ok: true, url: undefined };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return { ok: false, problem: 'The setting autoMode.classifier.baseUrl holds no http or https address.' };
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return {
      ok: false,
      problem: 'The setting autoMode.classifier.baseUrl may hold no user name, password, query or fragment.',
    };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      ok: false,
      problem: 'The setting autoMode.classifier.baseUrl names another machine without encryption; use https there.',
    };
  }
  return { ok: true, url: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

export function isOnThisMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
