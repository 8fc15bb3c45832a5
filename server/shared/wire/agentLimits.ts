/**
 * How much the manager takes of what an agent says: the one table, used where agents' answers enter
 * (core/agents/transport) and where a plan is kept (core/patching). Lengths of single texts are in the contract
 * (openapi/agent.yaml); an answer that breaks it is refused as a whole. What is cut here says so.
 */
export const AGENT_LIMITS = {
  /** Bodies of answers, in bytes, by operation; `other` for those that are not named. */
  answerBytes: {
    getHealth: 512 * 1024,
    getSystemInfo: 512 * 1024,
    listPatches: 10 * 1024 * 1024,
    listPackages: 10 * 1024 * 1024,
    getJob: 10 * 1024 * 1024,
    getJobLogs: 10 * 1024 * 1024,
    listJobs: 2 * 1024 * 1024,
    getTrust: 2 * 1024 * 1024,
    other: 128 * 1024,
  },
  /** Bytes of the bodies that are being received from all agents together: above it the largest one is given up. */
  receivedBytes: 128 * 1024 * 1024,
  /** The shape of any JSON text: levels, and values (an object or a text of 3 bytes takes 20 times that in memory). */
  json: { levels: 64, values: 500_000 },
  /** `details` of an error. */
  details: { levels: 4, values: 200, textLength: 1_024, bytes: 8 * 1024 },
  /** A plan, whole; one that was cut cannot be approved. Changes and reasons of a job are cut alike. */
  plan: { entries: 10_000, bytes: 1024 * 1024 },
  changes: { entries: 10_000, bytes: 1024 * 1024 },
  reasons: { entries: 1_000, bytes: 128 * 1024 },
  /** The list of patches of a host. */
  patches: { entries: 5_000, bytes: 2 * 1024 * 1024 },
  /** What is read of a job's stream before its reader has written it: then no more is read. */
  portion: { lines: 1_000, bytes: 256 * 1024 },
  /** Pages of 500 lines of a job's log that are read by calls: more than is kept of any log. */
  logPages: 400,
} as const;

export interface ListLimit {
  entries: number;
  /** Size of the entries as JSON texts, together. */
  bytes: number;
}

/** The entries that fit, from the first one on, and the bytes that they take. */
export function fitting<T>(list: readonly T[], { entries, bytes }: ListLimit): { kept: T[]; bytes: number } {
  const kept: T[] = [];
  let used = 0;
  for (const entry of list.slice(0, entries)) {
    const size = JSON.stringify(entry).length + 1;
    if (used + size > bytes) break;
    used += size;
    kept.push(entry);
  }
  return { kept, bytes: used };
}

/**
 * `details` cut to the limits of depth, number and length; `cut: true` says that something is missing. Never recurses
 * deeper than the limit, whatever the agent sent.
 */
export function keptDetails(details: Record<string, unknown>): Record<string, unknown> {
  const { levels, values, textLength, bytes } = AGENT_LIMITS.details;
  let left: number = values;
  let isCut = false;
  const cut = (): undefined => void (isCut = true);
  const keep = (value: unknown, level: number): unknown => {
    if (left-- <= 0) return cut();
    if (typeof value === 'string') {
      if (value.length <= textLength) return value.toWellFormed();
      cut();
      return `${value.slice(0, textLength).toWellFormed()}…`;
    }
    if (value === null || typeof value !== 'object') return value;
    if (level >= levels) return cut();
    if (Array.isArray(value)) {
      const items = value.slice(0, left).map((item) => keep(item, level + 1));
      if (items.length < value.length) cut();
      return items.filter((item) => item !== undefined);
    }
    return entriesOf(value, left, (item) => keep(item, level + 1), cut);
  };
  const kept = (keep(details, 0) ?? {}) as Record<string, unknown>;
  if (JSON.stringify(kept).length > bytes) return { cut: true };
  return isCut ? { ...kept, cut: true } : kept;
}

const MAX_KEY = 64;
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function entriesOf(
  value: object,
  most: number,
  keep: (item: unknown) => unknown,
  cut: () => void,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  let count = 0;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (count++ >= most) {
      cut();
      break;
    }
    const item =
      key.length > MAX_KEY || FORBIDDEN.has(key) ? undefined : keep(value[key as keyof typeof value]);
    if (item === undefined) cut();
    else kept[key.toWellFormed()] = item;
  }
  return kept;
}

/** The text, cut to `length` UTF-16 units with a mark at its end, and without halves of characters. */
export function keptText(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed();
  return `${text.slice(0, length - 1).toWellFormed()}…`;
}

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/**
 * Whether a JSON text is nested too deep or holds too many values to be parsed: ten megabytes of `{},` would take 200
 * in memory, and a text nested a million levels deep exhausts the stack of the code that writes it. The text need not
 * be valid JSON.
 */
export function isExcessive(body: Uint8Array): boolean {
  const { levels, values } = AGENT_LIMITS.json;
  let level = 0;
  let count = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfText(body, at + 1);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      level += 1;
      count += 1;
      if (level > levels) return true;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) level -= 1;
    else if (byte === COMMA) count += 1;
    if (count > values) return true;
  }
  return false;
}

/** Index of the quote that ends the text; the body's end where there is none. */
function endOfText(body: Uint8Array, from: number): number {
  let at = from;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
