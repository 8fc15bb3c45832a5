import { type Context, work } from '#sdk';
import type { ListRow, SegmentRow } from '../models.ts';
import { numbered } from './numbered.ts';
import { Places } from './places.ts';
import type { IndexedList, IndexedSegment } from './segment.ts';
import { Segments } from './segments.ts';
import { Texts } from './texts.ts';
import { NameTotals } from './totals.ts';

/** The index begins anew after so long without a refresh: rows of deleted hosts are kept for a day. */
const FORGET_MS = 3_600_000;
/** The index begins anew so often, which drops texts that nothing refers to any more. */
const RENEW_MS = 86_400_000;
/** The keeper refreshes so often even if nobody asks. */
const LOOK_MS = 600_000;
/** After so long without a question a manager that is not the keeper lets its lists go. */
const IDLE_MS = 600_000;
const CHUNK = 200;
/** Rows of hosts that are read at once. */
const HOSTS = 1_000;
/** Pause after each turn of work while no caller waits. */
const REST_MS = 8;

/** The index at one moment; later reads do not change it. */
export interface Snapshot {
  /** Ids of all hosts whose list is known, in their order. */
  hosts: readonly string[];
  /** The lists of these hosts, in the same order. */
  lists: readonly IndexedList[];
  segments: readonly (IndexedSegment | undefined)[];
  names: Texts;
  texts: Texts;
}

/**
 * All lists of the fleet, in the memory of the manager that keeps them: 10,000 hosts are a few thousand segments. The
 * rows decide: a refresh compares one revision, and reads only what has changed since.
 */
export class FleetIndex {
  names = new Texts();
  readonly hosts = new Map<string, IndexedList>();
  texts = new Texts();
  readonly lists = new Map<number, IndexedList>();
  readonly segments = new Segments();
  totals = new NameTotals(this.segments.shapes);
  readonly #listPlaces = new Places();
  readonly #ctx: Pick<Context, 'db' | 'clock'>;
  #revision = -1;
  #lookedAtMs = 0;
  #readAtMs = 0;
  #askedAtMs = 0;
  #refreshing: Promise<void> | null = null;
  /** How many callers wait for a refresh. */
  #waiting = 0;
  #isClosed = false;
  #sortedNames: number[] = [];
  #ranks = new Uint32Array();
  #sortedHosts: string[] | null = null;
  #sortedLists: IndexedList[] | null = null;

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

  /** The rank of each name in the names' order, by the name's number. */
  get ranks(): Uint32Array {
    // Sorting the names makes the ranks, too.
    void this.sortedNames;
    return this.#ranks;
  }

  /** Ids of all hosts whose list is known, in their order. */
  get sortedHosts(): readonly string[] {
    return (this.#sortedHosts ??= [...this.hosts.keys()].sort());
  }

  /** The lists of `sortedHosts`, in the same order. */
  get sortedLists(): readonly IndexedList[] {
    return (this.#sortedLists ??= this.sortedHosts.flatMap((id) => this.hosts.get(id) ?? []));
  }

  /** All places of lists are below this number. */
  get listPlaces(): number {
    return this.#listPlaces.size;
  }

  /** Whether some host has the package of that number; names of others are forgotten once a day. */
  isInstalled(name: number): boolean {
    return (this.totals.hosts[name] ?? 0) > 0;
  }

  /** Grows with each change of a list. */
  get revision(): number {
    return this.#revision;
  }

  snapshot(): Snapshot {
    const { sortedHosts: hosts, sortedLists: lists, names, texts } = this;
    return { hosts, lists, segments: this.segments.all(), names, texts };
  }

  /** Brings the index up to what is committed now; concurrent callers read one after another. */
  async refresh(): Promise<void> {
    this.#askedAtMs = this.#ctx.clock.now().getTime();
    this.#waiting += 1;
    try {
      await this.#upToNow();
    } finally {
      this.#waiting -= 1;
    }
  }

  /**
   * On the keeper, at times: reads what was never read or not for ten minutes, in the background, where it leaves half of
   * the time to other work until a caller waits.
   */
  async keep(): Promise<void> {
    const age = this.#ctx.clock.now().getTime() - this.#lookedAtMs;
    if (this.#revision === -1 || age < 0 || age >= LOOK_MS) await this.#upToNow();
  }

  /** On the other managers, at times: forgets all lists, unless somebody asked here within ten minutes. */
  letGo(): void {
    const nowMs = this.#ctx.clock.now().getTime();
    if (this.#revision === -1 || this.#refreshing || nowMs - this.#askedAtMs < IDLE_MS) return;
    this.#clear(nowMs);
  }

  /** Ends all reading. Resolves once the read under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#refreshing?.catch(() => undefined);
  }

  async #upToNow(): Promise<void> {
    // A caller that arrives during a read waits for a new one: the read under way may have begun before the caller's
    // data was committed.
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
    const rows = await this.#changedRows();
    const wanted = rows.flatMap(({ list_id: id, live }) => (id === null || !live ? [] : [Number(id)]));
    await this.#readLists(new Set(wanted));
    await this.#inTurns(this.#placeAll(rows));
    // Sorts after a full read, so that the first caller need not wait for it.
    if (this.#revision === -1) await this.#inTurns(this.#sortAll());
    const last = rows.at(-1);
    this.#revision = Math.max(this.#revision, Number(last?.revision ?? state?.revision ?? 0));
    for (const list of this.lists.values()) if (list.hosts === 0) this.#drop(list);
  }

  /** Changed rows in the order of their revisions. Hosts that change meanwhile come once more. */
  async #changedRows(): Promise<ChangedRow[]> {
    const rows: ChangedRow[] = [];
    for (;;) {
      const last = rows.at(-1);
      const more = (await this.#ctx.db
        .reader('packages_hosts')
        .where('revision', '>=', last?.revision ?? this.#revision + 1)
        .modify((query) => {
          if (!last) return;
          const { revision, host_id: hostId } = last;
          query.where((behind) => behind.where('revision', '>', revision).orWhere('host_id', '>', hostId));
        })
        .orderBy(['revision', 'host_id'])
        .limit(HOSTS)
        .select('host_id', 'list_id', 'live', 'revision')) as ChangedRow[];
      rows.push(...more);
      if (more.length < HOSTS) return rows;
      await this.#inTurns(pause());
    }
  }

  #clear(nowMs: number): void {
    for (const all of [this.hosts, this.lists, this.segments, this.#listPlaces]) all.clear();
    this.names = new Texts();
    this.texts = new Texts();
    this.#sortedNames = [];
    this.#sortedHosts = null;
    this.#sortedLists = null;
    this.totals = new NameTotals(this.segments.shapes);
    this.#revision = -1;
    this.#readAtMs = nowMs;
  }

  *#placeAll(rows: readonly ChangedRow[]): Generator<void, void> {
    for (const row of rows) {
      this.#place(row);
      yield;
    }
  }

  *#sortAll(): Generator<void, void> {
    void this.sortedLists;
    yield;
    void this.sortedNames;
    yield;
  }

  #place({ host_id: hostId, list_id: listId, live }: ChangedRow): void {
    const before = this.hosts.get(hostId);
    // If the list was dropped meanwhile, its host has another one by now, under a later revision.
    const list = listId === null || !live ? undefined : this.lists.get(Number(listId));
    if (before) this.#addHosts(before, -1);
    if (list) {
      this.#addHosts(list, +1);
      this.hosts.set(hostId, list);
    } else this.hosts.delete(hostId);
    if ((before === undefined) !== (list === undefined)) this.#sortedHosts = null;
    if (before !== list) this.#sortedLists = null;
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
      for (const { row, ids: segmentIds } of own) this.#addList(row, segmentIds);
    }
  }

  #addList({ id: rowId, version_order: order, entries }: ListRow, segmentIds: readonly number[]): void {
    const segments = segmentIds.flatMap((id) => this.segments.find(id) ?? []);
    if (segments.length !== segmentIds.length) return;
    for (const segment of segments) segment.lists += 1;
    const id = Number(rowId);
    const slots = segments.map(({ slot }) => slot);
    this.lists.set(id, { id, place: this.#listPlaces.take(), order, entries, slots, hosts: 0 });
  }

  async #readSegments(ids: ReadonlySet<number>): Promise<void> {
    const missing = [...ids].filter((id) => !this.segments.has(id));
    for (let start = 0; start < missing.length; start += CHUNK) {
      const rows = (await this.#ctx.db
        .reader('packages_segments')
        .whereIn('id', missing.slice(start, start + CHUNK))
        .select('id', 'body')) as SegmentRow[];
      await this.#inTurns(this.#addSegments(rows));
    }
  }

  *#addSegments(rows: readonly SegmentRow[]): Generator<void, void> {
    for (const { id, body } of rows) {
      this.segments.add(Number(id), numbered(body, this));
      yield;
    }
  }

  #drop(list: IndexedList): void {
    this.lists.delete(list.id);
    this.#listPlaces.giveBack(list.place);
    for (const segment of this.segments.of(list)) {
      segment.lists -= 1;
      if (segment.lists === 0) this.segments.drop(segment);
    }
  }

  #addHosts(list: IndexedList, by: number): void {
    list.hosts += by;
    const { hosts } = this.segments;
    for (const slot of list.slots) {
      const segment = this.segments.at(slot);
      if (!segment) continue;
      hosts[slot] = (hosts[slot] ?? 0) + by;
      this.totals.add(segment, by);
    }
  }

  /** Throws when the index was closed. */
  async #inTurns(steps: Generator<void, void>): Promise<void> {
    if (this.#isClosed) throw new Error('the index of packages is closed');
    await work.inTurns(steps, { restMs: () => (this.#waiting > 0 ? 0 : REST_MS) });
  }
}

interface ChangedRow {
  host_id: string;
  list_id: number | null;
  live: number;
  revision: number;
}

/** Has no work of its own: other work runs at its `yield`. */
function* pause(): Generator<void, void> {
  yield;
}
