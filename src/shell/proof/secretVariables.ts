/** Variables that likely hold a secret. */
import type { WordPiece } from '../model/analysis';

const SECRET_NAME =
  /KEY|TOKEN|SECRET|PASS(?!$|ED|ING|IVE)|PASSW|PWD_|CRED|AUTH(?!OR)|PRIVATE|COOKIE|SESSION|_PAT$|_DSN$|DATABASE_URL|REDIS_URL|CONNECTION_STRING|WEBHOOK/i;
/** Ordinary names without a secret. */
const ORDINARY_NAME = /^(?:key|keys|token|tokens|XDG_SESSION_\w+|DESKTOP_SESSION|SSH_AUTH_SOCK|SSH_TTY|pass)$/;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !ORDINARY_NAME.test(name);
}

/** The variable in the piece that likely holds a secret. `$( )` contains a command of its own. */
export function secretIn(piece: WordPiece): string | undefined {
  if (piece.kind !== 'value') return undefined;
  if (piece.variable !== undefined) return isSecretName(piece.variable) ? piece.variable : undefined;
  if (/^(?:\$\(|`|[<>]\()/.test(piece.text)) return undefined;
  return (piece.text.match(/[A-Za-z_]\w*/g) ?? []).find(isSecretName);
}
