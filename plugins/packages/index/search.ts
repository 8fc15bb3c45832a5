import type { FleetIndex } from './fleetIndex.ts';
import { namesWith, viewOf, type HostsInView } from './view.ts';

/** Names of installed packages that contain the text, those that begin with it first; `most` at most. */
export function namesInView(
  index: FleetIndex,
  inView: HostsInView,
  { text, most }: { text: string; most: number },
): string[] {
  const holds = namesWith(index, { search: text });
  const isSeen = inView === null ? (name: number) => index.isInstalled(name) : seenIn(index, inView, holds);
  const part = text.toLowerCase();
  const [first, rest]: [string[], string[]] = [[], []];
  for (const number of index.sortedNames) {
    if (!holds(number) || !isSeen(number)) continue;
    const name = index.names.at(number);
    const found = name.toLowerCase().startsWith(part) ? first : rest;
    if (found.length < most) found.push(name);
  }
  return [...first, ...rest].slice(0, most);
}

/** Tells by a name's number whether a host in view has it. */
function seenIn(
  index: FleetIndex,
  inView: HostsInView,
  holds: (name: number) => boolean,
): (name: number) => boolean {
  const seen = new Uint8Array(index.names.size);
  for (const { shape } of viewOf(index, inView).shapes)
    for (const name of shape.names) if (holds(name)) seen[name] = 1;
  return (name) => seen[name] === 1;
}
