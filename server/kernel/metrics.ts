import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from 'pino';
import { logThrottle } from '../shared/logThrottle.ts';

/** All values that a label may have: few and known, never a host, a person, a package, or a text that a host chose. */
export type Values = readonly string[] | { includes(value: string): boolean };

export type Labels = Readonly<Record<string, Values>>;

/** The labels of one figure: each name once; a value that is not listed becomes `other`. */
export type Labelled<L extends Labels> = { readonly [Name in keyof L]: string };

export interface Described<L extends Labels = Labels> {
  /** One sentence for whoever meets the name in a dashboard. */
  help: string;
  labels?: L;
}

/** Figures as they were read: without labels one number, else one for each combination that there is. */
export type Figures =
  | number
  | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

/**
 * Figures about this manager and its fleet, for Prometheus. Names are in snake_case and end with the unit (base units:
 * seconds, bytes; counters in `total`); they are told with `fleetmend_` before them, and are unique over all features.
 * A value that its label does not list is counted as `other`, so that no label grows with what a fleet is made of.
 */
export interface Metrics {
  /** Counts what this manager did since its start. */
  counter<const L extends Labels>(
    name: string,
    described: Described<L>,
  ): (labels: Labelled<L>, by?: number) => void;
  /** Sorts what this manager measured into buckets, given by their upper bounds. */
  histogram<const L extends Labels>(
    name: string,
    described: Described<L> & { buckets: readonly number[] },
  ): (labels: Labelled<L>, value: number) => void;
  /**
   * Figures of the moment, by name. `read` runs when somebody asks, at most once in five seconds and for at most two
   * and a half. If it throws, its figures are missing, and `fleetmend_unread_figures` says of which feature.
   */
  gauges<const Names extends string>(
    described: Readonly<Record<Names, Described>>,
    read: () => Promise<Readonly<Record<Names, Figures>>>,
  ): void;
  /**
   * Tells how much work waits in a queue, as `fleetmend_queue_waiting` with this name, which is unique over all features.
   * `waiting` runs when somebody asks, as `read` of gauges does.
   */
  queue(name: string, waiting: () => number | Promise<number>): void;
  /** The metrics of all features in Prometheus's text format. */
  text(): Promise<{ contentType: string; text: string }>;
}

/** The metrics of all features. */
export interface OwnMetrics {
  /** As the feature gets them. */
  of(feature: string): Metrics;
}

const OTHER = 'other';
const PREFIX = 'fleetmend_';
const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const MOST_COMBINATIONS = 100;
const READ_FRESH_MS = 5_000;
const READ_LIMIT_MS = 2_500;
/** Prometheus waits for ten seconds: where a database hangs, most figures are missing, and the manager is still seen. */
const ALL_LIMIT_MS = 7_500;
const LOG_ONCE_PER_MS = 600_000;

interface Source {
  feature: string;
  gauges: ReadonlyMap<string, Gauge>;
  described: Readonly<Record<string, Described>>;
  read(): Promise<Readonly<Record<string, Figures>>>;
}

interface Queue {
  feature: string;
  waits: () => number | Promise<number>;
}

export function createMetrics(log: Logger): OwnMetrics {
  const registry = new Registry();
  const registers = [registry];
  const sources: Source[] = [];
  const unread = new Gauge({
    name: `${PREFIX}unread_figures`,
    help: 'Whether figures of this feature could not be read (1), and are missing here.',
    labelNames: ['feature'],
    registers,
  });
  const waiting = new Gauge({
    name: `${PREFIX}queue_waiting`,
    help: 'What waits for its turn in a queue of the manager. Of a queue on the database all managers have the same figure.',
    labelNames: ['queue'],
    registers,
  });
  const tell = logThrottle(LOG_ONCE_PER_MS);
  const known = new Map<string, string>();
  const queues = new Map<string, Queue>();
  let read: { atMs: number; done: Promise<void> } | null = null;
  let measuresProcess = false;

  const nameOf = (feature: string, name: string): string => {
    const owner = known.get(name);
    if (!NAME.test(name)) throw new Error(`${feature}: ${name} is no name of a metric`);
    if (owner !== undefined) throw new Error(`${feature}: the metric ${name} is there already, of ${owner}`);
    known.set(name, feature);
    return PREFIX + name;
  };
  const readAll = async (): Promise<void> => {
    const failed = new Map([...sources, ...queues.values()].map(({ feature }) => [feature, 0]));
    const endsMs = performance.now() + ALL_LIMIT_MS;
    const take = async <T>(
      feature: string,
      { figures, store, clear }: { figures: () => Promise<T>; store: (read: T) => void; clear: () => void },
    ): Promise<void> => {
      try {
        if (performance.now() > endsMs) throw new Error('other figures took all the time');
        store(await withinLimit(figures()));
      } catch (error) {
        clear();
        failed.set(feature, 1);
        if (tell(feature) !== null)
          log.warn({ error, of: feature }, 'figures for the metrics could not be read');
      }
    };
    for (const source of sources)
      await take(source.feature, {
        figures: source.read,
        store: (figures) => write(source, figures),
        clear: () => source.gauges.forEach(empty),
      });
    for (const [queue, { feature, waits }] of queues)
      await take(feature, {
        figures: async () => waits(),
        store: (count) => waiting.set({ queue }, count),
        clear: () => waiting.remove({ queue }),
      });
    for (const [feature, value] of failed) unread.set({ feature }, value);
  };

  const text = async (): Promise<{ contentType: string; text: string }> => {
    // From the first question on: what it takes is not spent where nobody asks.
    if (!measuresProcess) collectDefaultMetrics({ register: registry });
    measuresProcess = true;
    if (!read || performance.now() - read.atMs >= READ_FRESH_MS)
      read = { atMs: performance.now(), done: readAll() };
    await read.done;
    return { contentType: registry.contentType, text: await registry.metrics() };
  };

  const of = (feature: string): Metrics => ({
    text,
    counter(name, described) {
      const counter = new Counter({ ...told(described), name: nameOf(feature, name), registers });
      for (const labels of combinations(described.labels)) counter.inc(labels, 0);
      return (labels, by = 1) => counter.inc(listed(described, labels), by);
    },
    histogram(name, { buckets, ...described }) {
      const own = { ...told(described), name: nameOf(feature, name), buckets: [...buckets], registers };
      const histogram = new Histogram(own);
      return (labels, value) => histogram.observe(listed(described, labels), value);
    },
    gauges(described, readFigures) {
      const gauges = Object.entries<Described>(described).map(([name, one]): [string, Gauge] => [
        name,
        new Gauge({ ...told(one), name: nameOf(feature, name), registers }),
      ]);
      sources.push({ feature, gauges: new Map(gauges), described, read: readFigures });
    },
    queue(name, waits) {
      const owner = queues.get(name)?.feature;
      if (!NAME.test(name)) throw new Error(`${feature}: ${name} is no name of a queue`);
      if (owner !== undefined) throw new Error(`${feature}: the queue ${name} is there already, of ${owner}`);
      queues.set(name, { feature, waits });
    },
  });
  return { of };
}

const told = ({ help, labels = {} }: Described): { help: string; labelNames: string[] } => ({
  help,
  labelNames: Object.keys(labels),
});

function listed(
  { labels = {} }: Described,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = Object.entries(labels).map(([name, list]) => {
    const value = values[name] ?? OTHER;
    return [name, list.includes(value) ? value : OTHER];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

/**
 * All labels of a counter, if they are few: one that appears with its first count has no increase, so the first failure
 * after a start would go unseen. https://prometheus.io/docs/practices/instrumentation/#avoid-missing-metrics
 */
function combinations(labels: Labels = {}): Record<string, string>[] {
  let found: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(labels)) {
    if (!Array.isArray(values) || found.length * values.length > MOST_COMBINATIONS) return [];
    found = found.flatMap((one) => (values as string[]).map((value) => ({ ...one, [name]: value })));
  }
  return found;
}

/** Values that are `other` add up. */
function write({ gauges, described }: Source, figures: Readonly<Record<string, Figures>>): void {
  for (const [name, gauge] of gauges) {
    const read = figures[name] ?? [];
    empty(gauge);
    if (typeof read === 'number') gauge.set(read);
    else
      for (const [labels, value] of read) gauge.inc(listed(described[name] ?? { help: '' }, labels), value);
  }
}

/** Without labels a gauge begins at 0, which is no figure. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

async function withinLimit<T>(read: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`reading took more than ${READ_LIMIT_MS / 1_000} s`)),
    READ_LIMIT_MS,
  );
  return Promise.race([read, promise]).finally(() => clearTimeout(timer));
}
