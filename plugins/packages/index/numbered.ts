import { rowsIn } from '../domain/list.ts';
import {
  ARCH,
  AVAILABLE,
  HELD,
  NAME,
  NONE,
  ORIGIN,
  SOURCE,
  SOURCE_VERSION,
  VERSION,
  WIDTH,
} from './segment.ts';
import type { Texts } from './texts.ts';

/** The columns of a stored segment; adds its texts to the known ones. */
export function numbered(body: Uint8Array, { names, texts }: { names: Texts; texts: Texts }): Int32Array {
  const entries = rowsIn(body);
  const rows = entries.length;
  const columns = new Int32Array(rows * WIDTH);
  for (const [at, row] of entries.entries()) {
    const [name, arch, version, held, origin, available, source, sourceVersion] = row;
    columns[at + NAME * rows] = names.add(name);
    columns[at + ARCH * rows] = texts.add(arch);
    columns[at + VERSION * rows] = texts.add(version);
    columns[at + ORIGIN * rows] = origin === null ? NONE : texts.add(origin);
    columns[at + AVAILABLE * rows] = available === null ? NONE : texts.add(available);
    columns[at + HELD * rows] = held;
    columns[at + SOURCE * rows] = source === undefined ? NONE : texts.add(source);
    columns[at + SOURCE_VERSION * rows] = sourceVersion === undefined ? NONE : texts.add(sourceVersion);
  }
  return columns;
}
