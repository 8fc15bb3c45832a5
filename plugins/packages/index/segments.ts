import { NAME, NONE, AVAILABLE, HELD, SOURCE, rowsOf, type IndexedSegment } from './segment.ts';
import { Places, withRoom } from './places.ts';
import { Runs } from './runs.ts';
import { Shapes } from './shapes.ts';
import { placesUnlike } from './versions.ts';

const NOTHING: readonly number[] = [];

/**
 * The segments of an index, with arrays by slot for what is asked of tens of thousands of them at once: reading each
 * segment object takes longer than all that is then done with it.
 */
export class Segments {
  readonly shapes = new Shapes();
  readonly #byId = new Map<number, IndexedSegment>();
  #bySlot: (IndexedSegment | undefined)[] = [];
  readonly #places = new Places();
  #hosts: Int32Array = new Int32Array();
  #shapeNumbers: Int32Array = new Int32Array();
  /** By the slot: indexes of the shape's names whose versions are not those of the shape's base. */
  readonly unlikeBase = new Runs();

  /** All slots are below this number. */
  get slots(): number {
    return this.#places.size;
  }

  /** By the slot: how many hosts have it. */
  get hosts(): Int32Array {
    return this.#hosts;
  }

  /** By the slot: the number of its shape. */
  get shapeNumbers(): Int32Array {
    return this.#shapeNumbers;
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  find(id: number): IndexedSegment | undefined {
    return this.#byId.get(id);
  }

  at(slot: number): IndexedSegment | undefined {
    return this.#bySlot[slot];
  }

  /** The present segments, by slot. */
  all(): readonly (IndexedSegment | undefined)[] {
    return this.#bySlot.slice();
  }

  /** The segments of a list. */
  of({ slots }: { slots: readonly number[] }): IndexedSegment[] {
    return slots.flatMap((slot) => this.#bySlot[slot] ?? []);
  }

  add(id: number, columns: Int32Array): void {
    const shape = this.shapes.of(columns);
    const slot = this.#places.take();
    const rows = rowsOf(columns);
    let tellsSources = false;
    for (let at = 0; at < rows && !tellsSources; at++) tellsSources = columns[at + SOURCE * rows] !== NONE;
    const segment: IndexedSegment = {
      id,
      slot,
      columns,
      shape,
      lists: 0,
      held: namesWhere(columns, (at) => columns[at + HELD * rows] === 1),
      pending: namesWhere(columns, (at) => columns[at + AVAILABLE * rows] !== NONE),
      sources: tellsSources,
    };
    this.#hosts = withRoom(this.#hosts, slot);
    this.#shapeNumbers = withRoom(this.#shapeNumbers, slot);
    this.#hosts[slot] = 0;
    this.#shapeNumbers[slot] = shape.number;
    this.unlikeBase.set(slot, placesUnlike(columns, shape.base, shape.starts));
    this.#bySlot[slot] = segment;
    this.#byId.set(id, segment);
    shape.segments.add(segment);
  }

  drop(segment: IndexedSegment): void {
    const { id, slot, shape } = segment;
    this.#byId.delete(id);
    this.#bySlot[slot] = undefined;
    this.unlikeBase.drop(slot);
    this.#places.giveBack(slot);
    shape.segments.delete(segment);
    if (shape.segments.size === 0) this.shapes.drop(shape);
  }

  clear(): void {
    for (const all of [this.shapes, this.#byId, this.#places, this.unlikeBase]) all.clear();
    this.#bySlot = [];
    this.#hosts = new Int32Array();
    this.#shapeNumbers = new Int32Array();
  }
}

/** Numbers of the names with a row for which `isSo` is true, each once: rows of a name follow each other. */
function namesWhere(columns: Int32Array, isSo: (at: number) => boolean): readonly number[] {
  const names: number[] = [];
  const rows = rowsOf(columns);
  for (let at = 0; at < rows; at++) {
    const name = columns[at + NAME * rows] ?? NONE;
    if (isSo(at) && names.at(-1) !== name) names.push(name);
  }
  return names.length === 0 ? NOTHING : names;
}
