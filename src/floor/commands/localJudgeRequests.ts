/** They replace or unload a local model. */
import type { Word } from '../../shell/model/analysis';
import { leadsHere } from '../../network/hostAddress';
import { hostOfAuthority, markedText, NOT_KNOWN } from '../../network/hostText';

export const FETCHERS =
  /^(?:curl|wget|https?|xhs?|curlie|httpie|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)(?:\.exe)?$/i;

const CHANGES = /^\/api\/(?:delete|create|copy)(?:\/|$)/;
/** Of llama.cpp, vLLM, LM Studio and Ollama: adapters, caches, unloading, other names. Reading is allowed. */
const CHANGES_IF_SENT =
  /^\/(?:lora-adapters|(?:v1\/)?(?:un)?load_lora_adapter|slots\/\d+|api\/experimental\/aliases|(?:api\/v\d\/)?models\/unload)\/?$/;
const SENDS =
  /^(?:-[a-zA-Z]*[XdFT]|--(?:request|data|json|form|upload|post|method|body)|-(?:Method|Body)$|(?:POST|PUT|DELETE)$|[\w.-]+:?=)/;

export function fetches(program: string, args: readonly Word[]): boolean {
  if (!FETCHERS.test(program)) return false;
  const sends = args.some((word) => SENDS.test(markedText(word, 100)));
  return args.some((word) => {
    const path = pathHere(markedText(word).replace(/^--url=/, ''));
    return path !== undefined && (CHANGES.test(path) || (sends && CHANGES_IF_SENT.test(path)));
  });
}

/** Undefined for other machines. */
function pathHere(text: string): string | undefined {
  const [, authority = '', rest = ''] = /^(?:[a-z]+:\/\/)?([^/?#\\]*)(.*)$/is.exec(text) ?? [];
  if (rest === '' || !isHere(authority)) return undefined;
  const address = `http://x${rest.replace(/^\\/, '/')}`;
  if (!URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  return decoded(pathname)
    .replace(/\/{2,}/g, '/')
    .toLowerCase();
}

function isHere(authority: string): boolean {
  const host = hostOfAuthority(authority);
  // In httpie `:11434/api` is this machine; on Ollama's port so may be a host known at run time.
  if (host === '') return /^:\d+$/.test(authority);
  return leadsHere(host) || (/(?:^|@|\0):11434$/.test(authority) && host.includes(NOT_KNOWN));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
