import type { Pojo } from 'objection';

/** The parts of a model that say how the columns of its rows become properties. */
export interface RowKinds {
  prototype: object;
  timestamps: readonly string[];
  booleans: readonly string[];
  jsonAttributes?: readonly string[] | undefined;
  columnNameToPropertyName(column: string): string;
}

type Read = (value: unknown) => unknown;

interface Shape {
  columns: readonly string[];
  names: readonly string[];
  /** In the order of the columns; null: the value stays as the database gave it. */
  reads: readonly (Read | null)[];
  template: Pojo;
}

/** Selections of one model that are remembered; a row of any other is made in the same way, only more slowly. */
const MAX_SHAPES = 32;

/**
 * Makes model instances of rows as the database gives them. V8 keeps an object as a hash table when more than a dozen
 * properties were set on it one after the other, and such an object is several times as slow to make, read and copy.
 * So each row begins as a copy of a template that has all properties of its selection already.
 *
 * Constructors of models do not run: their columns are declared, and have no initialisers.
 */
export class RowShapes {
  readonly #model: RowKinds;
  readonly #shapes: Shape[] = [];

  constructor(model: RowKinds) {
    this.#model = model;
  }

  /** An instance of the model with the values of this row; its columns are read into the types that the model names. */
  fill(row: Pojo): object {
    const columns = Object.keys(row);
    const { names, reads, template } = this.#find(columns) ?? this.#add(columns);
    const made: Pojo = { ...template };
    for (let at = 0; at < columns.length; at++) {
      const value: unknown = row[columns[at] as string];
      const read = reads[at];
      made[names[at] as string] = read && value !== null && value !== undefined ? read(value) : value;
    }
    return Object.setPrototypeOf(made, this.#model.prototype) as object;
  }

  #find(columns: readonly string[]): Shape | undefined {
    for (const shape of this.#shapes) if (isSame(shape.columns, columns)) return shape;
    return undefined;
  }

  #add(columns: readonly string[]): Shape {
    const names = columns.map((column) => this.#model.columnNameToPropertyName(column));
    const nothing = names.map((name) => `${JSON.stringify(name)}:null`);
    const shape: Shape = {
      columns,
      names,
      reads: names.map((name) => readOf(this.#model, name)),
      // JSON.parse makes an object that V8 does not keep as a hash table, however many properties it has.
      template: JSON.parse(`{${nothing.join(',')}}`) as Pojo,
    };
    if (this.#shapes.length < MAX_SHAPES) this.#shapes.push(shape);
    return shape;
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}

/** How a value that is not null is read; null: as it is. */
function readOf({ timestamps, booleans, jsonAttributes }: RowKinds, name: string): Read | null {
  if (timestamps.includes(name)) return readTime;
  if (booleans.includes(name)) return (value) => Boolean(Number(value));
  return jsonAttributes?.includes(name) ? readJson : null;
}

const readTime: Read = (value) => (value instanceof Date ? value : new Date(Number(value)));

/** A driver may have parsed the value already. Text that is no JSON stays as it is. */
const readJson: Read = (value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};
