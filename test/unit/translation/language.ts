import { config } from '@vscode/l10n';

/** Runs `run` with the texts of a bundle, then with the English ones again. */
export function inLanguage<T>(bundle: Record<string, string>, run: () => T): T {
  config({ contents: bundle });
  try {
    return run();
  } finally {
    config({ contents: {} });
  }
}

/** A bundle that marks every text that it is asked for, and notes it in `asked`. */
export function markedTexts(asked: string[] = []): Record<string, string> {
  return new Proxy<Record<string, string>>(
    {},
    {
      get: (_, text) => {
        asked.push(String(text));
        return `<${String(text)}>`;
      },
    },
  );
}
