/** A version as rpm tells them apart; `release` is empty where only a version is compared. */
export interface Evr {
  epoch: string;
  version: string;
  release: string;
}

/** Parses `[epoch:]version[-release]`; no epoch is epoch 0, as for rpm. */
export function parseEvr(text: string): Evr {
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  const dash = rest.lastIndexOf('-');
  return {
    epoch: colon < 0 ? '0' : text.slice(0, colon) || '0',
    version: dash < 0 ? rest : rest.slice(0, dash),
    release: dash < 0 ? '' : rest.slice(dash + 1),
  };
}

/** `[epoch:]version-release` in the one form that the agent shows and compares: epoch 0 goes without. */
export function formatEvr({ epoch, version, release }: Evr): string {
  const prefix = /^0*$/.test(epoch) || epoch === '(none)' ? '' : `${epoch}:`;
  return `${prefix}${version}${release === '' ? '' : `-${release}`}`;
}

/** The separators mean nothing to rpm, except `~` (older than nothing) and `^` (newer than nothing). */
const segment = /^(?:(\d+)|([A-Za-z]+))/;

function compareNumbers(left: string, right: string): number {
  const a = left.replace(/^0+/, '');
  const b = right.replace(/^0+/, '');
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `~` sorts before everything, even the end; `^` after the end, but before any other text. */
function compareMarks(a: string, b: string): number | null {
  if (a.startsWith('~') || b.startsWith('~')) {
    if (!a.startsWith('~')) return 1;
    return b.startsWith('~') ? null : -1;
  }
  if (!a.startsWith('^')) return b === '' ? 1 : a === '' ? -1 : 1;
  if (b === '') return 1;
  return b.startsWith('^') ? null : -1;
}

/** rpmvercmp: compares one part (a version or a release) segment by segment. */
export function compareRpmParts(left: string, right: string): number {
  let [a, b] = [left, right];
  for (;;) {
    a = a.replace(/^[^A-Za-z0-9~^]+/, '');
    b = b.replace(/^[^A-Za-z0-9~^]+/, '');
    if (a === '' && b === '') return 0;
    if (/^[~^]/.test(a) || /^[~^]/.test(b)) {
      const decided = compareMarks(a, b);
      if (decided !== null) return decided;
      [a, b] = [a.slice(1), b.slice(1)];
      continue;
    }
    if (a === '' || b === '') return a === '' ? -1 : 1;
    const [textA = '', digitsA] = segment.exec(a) ?? [];
    const [textB = '', digitsB] = segment.exec(b) ?? [];
    // Numbers are newer than letters.
    if ((digitsA === undefined) !== (digitsB === undefined)) return digitsA === undefined ? -1 : 1;
    const difference =
      digitsA !== undefined ? compareNumbers(textA, textB) : textA < textB ? -1 : textA > textB ? 1 : 0;
    if (difference !== 0) return difference;
    [a, b] = [a.slice(textA.length), b.slice(textB.length)];
  }
}

/**
 * Orders two versions as rpm does: negative when `left` is the older one, 0 when rpm takes them for the same.
 * A side without release is compared by version alone, as in a dependency.
 */
export function compareEvr(left: string, right: string): number {
  if (left === right) return 0;
  const [a, b] = [parseEvr(left), parseEvr(right)];
  const release = a.release === '' || b.release === '' ? 0 : compareRpmParts(a.release, b.release);
  return compareNumbers(a.epoch, b.epoch) || compareRpmParts(a.version, b.version) || release;
}
