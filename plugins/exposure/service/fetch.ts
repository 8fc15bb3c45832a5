import { createHash } from 'node:crypto';
import { actors, AppError, type Context, type http, wire } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { DataSetKind } from '../api.ts';
import { KINDS } from '../domain/dataSet.ts';
import { FetchFailed, fetchError, nextAttemptAt, type FetchError } from '../domain/fetchError.ts';
import { DataSetModel, type FetchedAs } from '../models.ts';
import { fetchSettings } from '../fetchSettings.ts';
import type { Feeds } from './feeds.ts';
import { importDataSet, isClaimed, type Asked } from './imports.ts';

/** Limit of the body, unpacked if the server packs it in transit: the tracker's file has 70 MB. */
const MAX_BYTES = 192 * 1024 * 1024;
export interface FetchLimits {
  /** Limit of the whole fetch, redirects included. */
  totalMs: number;
  /** The longest time without any data. */
  idleMs: number;
}

/** A person may wait for the fetch, with a client that gives up after two minutes. */
const LIMITS: FetchLimits = { totalMs: 100_000, idleMs: 30_000 };
const MAX_REDIRECTS = 3;
/** Small pieces let other work run while a file is read. */
const PIECE = 64 * 1024;

export interface Source {
  kind: DataSetKind;
  enabled: boolean;
  /** Somebody has claimed it for a fetch or an import. */
  underWay: boolean;
  attemptedAt: Date | null;
  error: FetchError | null;
  nextAt: Date | null;
}

/** Whether each data set is fetched by URL, and what came of it last; one that nobody reads is not fetched. */
export async function listSources(ctx: Context, feeds: Feeds): Promise<Source[]> {
  const settings = await fetchSettings(ctx);
  const now = await ctx.db.now();
  const rows = await DataSetModel.query(ctx.db.reader)
    .whereIn('kind', [...KINDS])
    .orderBy('kind');
  return rows.map((row) => {
    const { kind, attemptedAt, attemptError: error } = row;
    const { enabled } = settings[kind];
    const underWay = isClaimed(row, now);
    const isFetched = enabled && feeds.has(kind);
    const nextAt = isFetched ? (nextAttemptAt(attemptedAt, error !== null) ?? ctx.clock.now()) : null;
    return { kind, enabled, underWay, attemptedAt, error, nextAt };
  });
}

/** Fetches the data sets that are due. One whose manager died is still due; its claim expires. */
export async function fetchDue(ctx: Context, feeds: Feeds): Promise<void> {
  for (const { kind, nextAt } of await listSources(ctx, feeds)) {
    if (nextAt === null || nextAt > ctx.clock.now()) continue;
    await attempt(ctx, kind, { by: { actor: actors.system, address: null }, limits: LIMITS, feeds }).catch(
      (error: unknown) => {
        // An import that is under way brings the data, too.
        if (!(error instanceof AppError && error.code === 'DATA_SET_BUSY')) throw error;
      },
    );
  }
}

/**
 * Fetches a data set now; the returned source tells the outcome, a failure too. Throws PLUGIN_DISABLED where nobody reads
 * it, DATA_SET_FETCH_OFF where its fetch is not switched on, and DATA_SET_BUSY.
 */
export async function fetchNow(
  ctx: Context,
  kind: DataSetKind,
  { by, feeds, limits = LIMITS }: { by: ActedBy; feeds: Feeds; limits?: FetchLimits },
): Promise<Source> {
  feeds.require(kind);
  if (!(await fetchSettings(ctx))[kind].enabled) throw new AppError('DATA_SET_FETCH_OFF');
  await attempt(ctx, kind, { by, feeds, limits });
  const source = (await listSources(ctx, feeds)).find((one) => one.kind === kind);
  if (!source) throw new Error(`no row for the data set ${kind}`);
  return source;
}

async function attempt(
  ctx: Context,
  kind: DataSetKind,
  { by, feeds, limits }: { by: ActedBy; feeds: Feeds; limits: FetchLimits },
): Promise<void> {
  const { url } = (await fetchSettings(ctx))[kind];
  const asked: Asked = { kind, older: false, publishedAt: null, by, feeds };
  const fetched: { as: FetchedAs | null } = { as: null };
  const error = await importDataSet(ctx, pieces(ctx, { url, asked, fetched, limits }), asked).then(
    () => null,
    (cause: unknown) => failureOf(cause),
  );
  await DataSetModel.query(ctx.db.knex)
    .findById(kind)
    .patch({
      attemptedAt: ctx.clock.now(),
      attemptError: error,
      ...(fetched.as && !error ? { fetchedAs: fetched.as } : {}),
    });
  if (error) ctx.log.warn({ kind, code: error.code }, `a data set could not be fetched: ${error.message}`);
}

/** Null: the present version is the newest. */
function failureOf(cause: unknown): FetchError | null {
  if (cause instanceof Unchanged) return null;
  if (cause instanceof FetchFailed) return cause.failure;
  if (cause instanceof AppError && cause.code !== 'DATA_SET_BUSY' && cause.code in TOLD)
    return fetchError(cause.code, cause.message);
  throw cause;
}

const TOLD = { DATA_SET_INVALID: 1, DATA_SET_OLDER: 1, PAYLOAD_TOO_LARGE: 1 };

/** Thrown when nothing is to be imported: the server, or the file itself, shows that it is the present version. */
class Unchanged extends Error {}

/**
 * The file, fetched when the first piece is read: by then the import has its claim, so that two managers do not fetch
 * the same. Writes the file's date into `asked`, and how the server identifies the version into `fetched`.
 */
async function* pieces(
  ctx: Context,
  {
    url,
    asked,
    fetched,
    limits,
  }: { url: string; asked: Asked; fetched: { as: FetchedAs | null }; limits: FetchLimits },
): AsyncGenerator<Buffer> {
  const before = await DataSetModel.query(ctx.db.reader).findById(asked.kind);
  const known = before?.importId && before.fetchedAs?.url === url ? before.fetchedAs : null;
  const { headers, body } = await get(ctx, { url, known, limits });
  const modified = one(headers['last-modified']);
  fetched.as = { url, etag: one(headers.etag), lastModified: modified };
  if (before?.sha256 === createHash('sha256').update(body).digest('hex')) throw new Unchanged();
  asked.publishedAt = modified === null ? null : wire.timeOf(modified);
  for (let from = 0; from < body.length; from += PIECE) yield body.subarray(from, from + PIECE);
}

const MAX_HEADER = 500;

const one = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header.length <= MAX_HEADER ? header : null;

async function get(
  ctx: Context,
  { url, known, limits: { totalMs, idleMs } }: { url: string; known: FetchedAs | null; limits: FetchLimits },
): Promise<http.OutboundAnswer> {
  const headers = {
    'accept-encoding': 'gzip',
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  };
  const signal = AbortSignal.timeout(totalMs);
  for (let at = url, redirects = 0; ; redirects += 1) {
    const answer = await ctx.outbound.fetch({
      url: at,
      reach: 'network',
      headers,
      signal,
      maxBytes: MAX_BYTES,
      timeoutMs: totalMs,
      idleMs,
    });
    if (!answer.ok) throw failed(answer.failure, signal.aborted ? totalMs : null);
    const { status } = answer;
    if (status === 200) return answer;
    if (status === 304 && known) throw new Unchanged();
    const next = status >= 300 && status < 400 ? one(answer.headers['location']) : null;
    if (next === null)
      throw new FetchFailed('HTTP_STATUS', `The source answered ${status} instead of the file.`);
    at = redirected(next, at);
    if (redirects === MAX_REDIRECTS)
      throw new FetchFailed('REDIRECT_REFUSED', 'The source sends from one address to the next.');
  }
}

/** `lateMs`: the limit of the whole fetch, if it has passed: that is then the reason, whatever the last call says. */
function failed(
  { reason, message }: { reason: string; message: string },
  lateMs: number | null,
): FetchFailed {
  return lateMs === null
    ? new FetchFailed(reason, message)
    : new FetchFailed('TIMED_OUT', `The file did not come within ${lateMs / 1_000} s.`);
}

function redirected(location: string, from: string): string {
  const next = URL.parse(location, from);
  if (next?.protocol !== 'https:')
    throw new FetchFailed('REDIRECT_REFUSED', 'The source sends to an address that is not https.');
  return next.href;
}
