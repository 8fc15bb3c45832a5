const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** “512 B”, “812 KiB”, “14.2 MiB”: rounded up, so that what is too large is never told as what would fit. */
export function sizeText(bytes: number): string {
  const unit = UNITS.findLastIndex((_unit, power) => bytes >= 1024 ** power);
  const value = bytes / 1024 ** Math.max(unit, 0);
  const shown = unit < 2 ? Math.ceil(value) : Math.ceil(value * 10) / 10;
  return `${shown} ${UNITS[Math.max(unit, 0)]}`;
}
