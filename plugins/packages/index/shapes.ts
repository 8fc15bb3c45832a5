import { Places } from './places.ts';
import { NAME, NONE, rowsOf, type IndexedSegment, type Shape } from './segment.ts';

/** All shapes of an index, each once. */
export class Shapes {
  readonly #byHash = new Map<number, Shape[]>();
  readonly #byNumber: (Shape | undefined)[] = [];
  readonly #places = new Places();

  /** All numbers of shapes are below this one. */
  get size(): number {
    return this.#places.size;
  }

  at(number: number): Shape | undefined {
    return this.#byNumber[number];
  }

  /** The shape of these entries; a new one if it is not known yet. */
  of(columns: Int32Array): Shape {
    const { names, starts } = spansOf(columns);
    let hash = 0x811c9dc5;
    for (const numbers of [names, starts])
      for (const one of numbers) hash = Math.imul(hash ^ one, 0x01000193);
    const alike = this.#byHash.get(hash) ?? [];
    const known = alike.find((shape) => isSame(shape.names, names) && isSame(shape.starts, starts));
    if (known) return known;
    const number = this.#places.take();
    const segments = new Set<IndexedSegment>();
    const shape = { number, hash, names, starts, base: columns, segments, hosts: 0 };
    this.#byHash.set(hash, [...alike, shape]);
    this.#byNumber[number] = shape;
    return shape;
  }

  /** Forgets a shape that no segment has any more. */
  drop(shape: Shape): void {
    const left = (this.#byHash.get(shape.hash) ?? []).filter((one) => one !== shape);
    if (left.length > 0) this.#byHash.set(shape.hash, left);
    else this.#byHash.delete(shape.hash);
    this.#byNumber[shape.number] = undefined;
    this.#places.giveBack(shape.number);
  }

  clear(): void {
    this.#byHash.clear();
    this.#byNumber.length = 0;
    this.#places.clear();
  }

  *[Symbol.iterator](): Generator<Shape> {
    for (const alike of this.#byHash.values()) yield* alike;
  }
}

/** A name is never cut in two, and its rows follow each other. */
function spansOf(columns: Int32Array): Pick<Shape, 'names' | 'starts'> {
  const names: number[] = [];
  const starts: number[] = [];
  let before = NONE;
  const rows = rowsOf(columns);
  for (let at = 0; at < rows; at++) {
    const name = columns[at + NAME * rows] ?? NONE;
    if (name === before) continue;
    names.push(name);
    starts.push(at);
    before = name;
  }
  starts.push(rows);
  return { names: Int32Array.from(names), starts: Int32Array.from(starts) };
}

const isSame = (a: Int32Array, b: Int32Array): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);
