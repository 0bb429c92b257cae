/** @param language BCP 47 tag */
export function dollarText(dollars: number, language: string): string {
  // Below a cent the first digit says more than "0.00".
  const digits = dollars > 0 && dollars < 0.01 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', ...digits }).format(dollars);
}

/** @param language BCP 47 tag */
export function secondsText(milliseconds: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(milliseconds / 1000);
}

/** @param language BCP 47 tag */
export function secondsInWords(seconds: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(seconds);
}
