import type { Context } from '../../../server/plugin.ts';
import { rowsIn } from '../domain/list.ts';
import type { ListRow, SegmentRow } from '../models.ts';
import {
  ARCH,
  AVAILABLE,
  HELD,
  NAME,
  NONE,
  ORIGIN,
  rowsOf,
  SOURCE,
  SOURCE_VERSION,
  VERSION,
  WIDTH,
  type IndexedList,
  type IndexedSegment,
} from './segment.ts';
import { Shapes } from './shapes.ts';
import { Texts } from './texts.ts';
import { placesUnlike } from './versions.ts';

/** Anew after so long without a look: rows of deleted hosts are kept for a day. */
const FORGET_MS = 3_600_000;
/** Anew so often: texts that nothing refers to any more are dropped by that. */
const RENEW_MS = 86_400_000;
const CHUNK = 200;

/**
 * All lists of the fleet in memory, on each manager for itself: 10,000 hosts are a few thousand segments. Rows decide;
 * a look at the one revision tells whether anything is new, and only that is read then.
 */
export class FleetIndex {
  names = new Texts();
  readonly hosts = new Map<string, IndexedList>();
  texts = new Texts();
  readonly lists = new Map<number, IndexedList>();
  readonly shapes = new Shapes();
  readonly #segments = new Map<number, IndexedSegment>();
  readonly #freeSlots: number[] = [];
  #slots = 0;
  readonly #ctx: Pick<Context, 'db' | 'clock'>;
  #revision = -1;
  #lookedAtMs = 0;
  #readAtMs = 0;
  #refreshing: Promise<void> | null = null;
  #sortedNames: number[] = [];
  #ranks = new Uint32Array();
  #sortedHosts: string[] | null = null;
  /** By the number of the name, what of all hosts is asked most. */
  counts = noCounts();

  constructor(ctx: Pick<Context, 'db' | 'clock'>) {
    this.#ctx = ctx;
  }

  /** Numbers of all names, in the names' order. */
  get sortedNames(): readonly number[] {
    const { names } = this;
    if (this.#sortedNames.length !== names.size) {
      const sorted = Array.from({ length: names.size }, (_, number) => number);
      this.#sortedNames = sorted.sort((a, b) => (names.at(a) < names.at(b) ? -1 : 1));
      this.#ranks = new Uint32Array(names.size);
      for (const [rank, name] of sorted.entries()) this.#ranks[name] = rank;
    }
    return this.#sortedNames;
  }

  /** By the number of a name, its place among all names. */
  get ranks(): Uint32Array {
    // They are made with the order.
    void this.sortedNames;
    return this.#ranks;
  }

  /** Ids of all hosts whose list is known, in their order. */
  get sortedHosts(): readonly string[] {
    return (this.#sortedHosts ??= [...this.hosts.keys()].sort());
  }

  /** Whether some host has the package of that number; names of others are forgotten once a day. */
  isInstalled(name: number): boolean {
    return (this.counts.hosts[name] ?? 0) > 0;
  }

  /** Grows with each change of a list. */
  get revision(): number {
    return this.#revision;
  }

  /** All segments' slots are below it. */
  get slots(): number {
    return this.#slots;
  }

  /** Brings it up to what is committed now; several callers share one reading. */
  async refresh(): Promise<void> {
    // Who comes while others read must not get less than is committed by now: he waits for a reading of his own.
    while (this.#refreshing) await this.#refreshing.catch(() => undefined);
    this.#refreshing = this.#refresh().finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const nowMs = this.#ctx.clock.now().getTime();
    if (nowMs - this.#lookedAtMs > FORGET_MS || nowMs - this.#readAtMs > RENEW_MS) this.#clear(nowMs);
    this.#lookedAtMs = nowMs;
    const { reader } = this.#ctx.db;
    const state = (await reader('packages_state').first('revision')) as { revision: number } | undefined;
    if (Number(state?.revision ?? 0) === this.#revision) return;
    const rows = (await reader('packages_hosts')
      .where('revision', '>', this.#revision)
      .orderBy('revision')
      .select('host_id', 'list_id', 'live', 'revision')) as ChangedRow[];
    const wanted = rows.flatMap(({ list_id: id, live }) => (id === null || !live ? [] : [Number(id)]));
    await this.#readLists(new Set(wanted));
    for (const row of rows) this.#place(row);
    const last = rows.at(-1);
    this.#revision = Math.max(this.#revision, Number(last?.revision ?? state?.revision ?? 0));
    for (const list of this.lists.values()) if (list.hosts === 0) this.#drop(list);
  }

  #clear(nowMs: number): void {
    for (const all of [this.hosts, this.lists, this.#segments, this.shapes]) all.clear();
    this.#freeSlots.length = 0;
    this.#slots = 0;
    this.names = new Texts();
    this.texts = new Texts();
    this.#sortedNames = [];
    this.#sortedHosts = null;
    this.counts = noCounts();
    this.#revision = -1;
    this.#readAtMs = nowMs;
  }

  #place({ host_id: hostId, list_id: listId, live }: ChangedRow): void {
    const before = this.hosts.get(hostId);
    // A list that was dropped meanwhile: its host has another by now, under a later revision.
    const list = listId === null || !live ? undefined : this.lists.get(Number(listId));
    if (before) this.#addHosts(before, -1);
    if (list) {
      this.#addHosts(list, +1);
      this.hosts.set(hostId, list);
    } else this.hosts.delete(hostId);
    if ((before === undefined) !== (list === undefined)) this.#sortedHosts = null;
  }

  async #readLists(ids: ReadonlySet<number>): Promise<void> {
    const missing = [...ids].filter((id) => !this.lists.has(id));
    for (let start = 0; start < missing.length; start += CHUNK) {
      const rows = (await this.#ctx.db
        .reader('packages_lists')
        .whereIn('id', missing.slice(start, start + CHUNK))
        .select('id', 'version_order', 'entries', 'segments')) as ListRow[];
      const own = rows.map((row) => ({ row, ids: JSON.parse(row.segments) as number[] }));
      await this.#readSegments(new Set(own.flatMap((list) => list.ids)));
      for (const { row, ids: segmentIds } of own) {
        const segments = segmentIds.flatMap((id) => this.#segments.get(id) ?? []);
        if (segments.length !== segmentIds.length) continue;
        const id = Number(row.id);
        const list = { id, order: row.version_order, entries: row.entries, segments, hosts: 0 };
        for (const segment of segments) segment.lists.add(list);
        this.lists.set(id, list);
      }
      await turn();
    }
  }

  async #readSegments(ids: ReadonlySet<number>): Promise<void> {
    const missing = [...ids].filter((id) => !this.#segments.has(id));
    for (let start = 0; start < missing.length; start += CHUNK) {
      const rows = (await this.#ctx.db
        .reader('packages_segments')
        .whereIn('id', missing.slice(start, start + CHUNK))
        .select('id', 'body')) as SegmentRow[];
      for (const { id, body } of rows) {
        this.#addSegment(Number(id), this.#numbered(body));
      }
      // Others want the event loop too: 200 segments take some milliseconds.
      await turn();
    }
  }

  #addSegment(id: number, columns: Int32Array): void {
    const shape = this.shapes.of(columns);
    const rows = rowsOf(columns);
    const slot = this.#freeSlots.pop() ?? this.#slots++;
    const has = (isSo: (at: number) => boolean): boolean => {
      for (let at = 0; at < rows; at++) if (isSo(at)) return true;
      return false;
    };
    const segment = {
      ...{ id, slot, columns, shape, lists: new Set<IndexedList>(), hosts: 0 },
      unlikeBase: placesUnlike(columns, shape.base, shape.starts),
      held: has((at) => columns[at + HELD * rows] === 1),
      pending: has((at) => columns[at + AVAILABLE * rows] !== NONE),
      sources: has((at) => columns[at + SOURCE * rows] !== NONE),
    };
    shape.segments.add(segment);
    this.#segments.set(id, segment);
  }

  #numbered(body: Uint8Array): Int32Array {
    const entries = rowsIn(body);
    const rows = entries.length;
    const columns = new Int32Array(rows * WIDTH);
    const { names, texts } = this;
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

  #drop(list: IndexedList): void {
    this.lists.delete(list.id);
    for (const segment of list.segments) {
      segment.lists.delete(list);
      if (segment.lists.size > 0) continue;
      this.#segments.delete(segment.id);
      this.#freeSlots.push(segment.slot);
      const { shape } = segment;
      shape.segments.delete(segment);
      if (shape.segments.size === 0) this.shapes.drop(shape);
    }
  }

  #addHosts(list: IndexedList, by: number): void {
    list.hosts += by;
    for (const segment of list.segments) {
      segment.hosts += by;
      addCounts(this.counts, segment, by);
    }
  }
}

/** How many hosts have a name, hold it, and have an update of it pending. */
export interface NameTotals {
  hosts: number[];
  held: number[];
  pending: number[];
}

const noCounts = (): NameTotals => ({ hosts: [], held: [], pending: [] });

/** A host counts once for a name, however many entries it has of it. */
function addCounts({ hosts, held, pending }: NameTotals, segment: IndexedSegment, by: number): void {
  const { shape, columns } = segment;
  for (const name of shape.names) hosts[name] = (hosts[name] ?? 0) + by;
  if (!segment.held && !segment.pending) return;
  let [isHeld, isPending] = [NONE, NONE];
  const rows = rowsOf(columns);
  for (let at = 0; at < rows; at++) {
    const name = columns[at + NAME * rows] ?? NONE;
    if (columns[at + HELD * rows] === 1 && isHeld !== name) held[(isHeld = name)] = (held[name] ?? 0) + by;
    if (columns[at + AVAILABLE * rows] !== NONE && isPending !== name)
      pending[(isPending = name)] = (pending[name] ?? 0) + by;
  }
}

interface ChangedRow {
  host_id: string;
  list_id: number | null;
  live: number;
  revision: number;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
