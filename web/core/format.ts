const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** “512 B”, “1.4 MB”: decimal units, as package managers count. */
export function bytesText(bytes: number): string {
  let value = Math.abs(bytes);
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${bytes < 0 ? '−' : ''}${value.toFixed(digits)} ${UNITS[unit] ?? ''}`;
}

/** “1 host”, “3 hosts”, “10,000 hosts”. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** How many rows a list has, as `plural` writes it; '' until that is known. */
export const totalText = (total: number | null, one: string, many?: string): string =>
  total === null ? '' : plural(total, one, many);

const numbers = new Intl.NumberFormat('en');

/** With thousands separators. A count that was never read is “unknown”, never 0. */
export function countText(count: number | null | undefined): string {
  return count === null || count === undefined ? 'unknown' : numbers.format(count);
}

/**
 * Adds the capital and the full stop that the writer left out, so that it can stand between sentences. A first word that
 * is no plain word, such as a path or “dpkg:”, stays as it is.
 */
export function asSentence(text: string): string {
  const begun = text.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());
  return /[.!?…:;]$/.test(begun) || begun === '' ? begun : `${begun}.`;
}
