/** Weight of one character in Debian's version order; `~` sorts before the end of the text, letters before the rest. */
function weight(character: string | undefined): number {
  if (character === undefined || /\d/.test(character)) return 0;
  if (character === '~') return -1;
  const code = character.charCodeAt(0);
  return /[A-Za-z]/.test(character) ? code : code + 256;
}

function compareNumbers(left: string, right: string): number {
  const a = left.replace(/^0+/, '');
  const b = right.replace(/^0+/, '');
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares one part (upstream version or revision): stretches of non-digits and of digits in turns. */
function comparePart(left: string, right: string): number {
  let [a, b] = [left, right];
  while (a !== '' || b !== '') {
    const textA = /^\D*/.exec(a)?.[0] ?? '';
    const textB = /^\D*/.exec(b)?.[0] ?? '';
    for (let i = 0; i < Math.max(textA.length, textB.length); i += 1) {
      const difference = weight(textA[i]) - weight(textB[i]);
      if (difference !== 0) return difference;
    }
    [a, b] = [a.slice(textA.length), b.slice(textB.length)];
    const digitsA = /^\d*/.exec(a)?.[0] ?? '';
    const digitsB = /^\d*/.exec(b)?.[0] ?? '';
    const difference = compareNumbers(digitsA, digitsB);
    if (difference !== 0) return difference;
    [a, b] = [a.slice(digitsA.length), b.slice(digitsB.length)];
  }
  return 0;
}

function split(version: string): { epoch: string; upstream: string; revision: string } {
  const colon = version.indexOf(':');
  const rest = version.slice(colon + 1);
  const dash = rest.lastIndexOf('-');
  return {
    epoch: colon < 0 ? '0' : version.slice(0, colon),
    upstream: dash < 0 ? rest : rest.slice(0, dash),
    revision: dash < 0 ? '' : rest.slice(dash + 1),
  };
}

/**
 * Orders two Debian versions as dpkg does (deb-version(7)): negative when `left` is the older one, 0 when they
 * are equal (`1.0` and `1.00` are), positive otherwise.
 */
export function compareDebian(left: string, right: string): number {
  if (left === right) return 0;
  const [a, b] = [split(left), split(right)];
  return (
    compareNumbers(a.epoch, b.epoch) ||
    comparePart(a.upstream, b.upstream) ||
    comparePart(a.revision, b.revision)
  );
}
