const LONGEST = 100;

/** Stands beside a name that nobody has typed. */
export const PROPOSED_HELP = 'Proposed from your entries. Change it if you like.';

/**
 * What a form calls a new thing while nobody has typed a name: the known parts in their order, cut to `longest`
 * characters; '' where none is known. A draft keeps null for a name that nobody has typed, so that the proposal follows
 * the other entries, and what was typed, which may be nothing, from then on.
 */
export function proposedName(parts: readonly (string | null | undefined)[], longest = LONGEST): string {
  const name = parts.filter(Boolean).join(', ');
  return name.length > longest ? `${name.slice(0, longest - 1).trimEnd()}…` : name;
}

/** The name, or with the first number that makes it one that nothing has: “Rack 4”, “Rack 4 (2)”. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}
