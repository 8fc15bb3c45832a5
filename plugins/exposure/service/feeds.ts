import { createHash } from 'node:crypto';
import { AppError } from '#sdk';
import type { AffectedCounts, DataSetKind, Feed, FileFacts } from '../api.ts';
import { invalid, KINDS } from '../domain/dataSet.ts';
import { GatheredEntries } from '../domain/entries.ts';

/** What a file holds, once it was read to its end and is valid. */
export interface DataSetContent extends Pick<FileFacts, 'version' | 'sourceDate'> {
  rows: number;
  affected: AffectedCounts | null;
  /** Of the bytes as they came. */
  sha256: string;
  /** Names of blocks, each with its entries as JSON. */
  blocks: Iterable<readonly [block: string, entries: string]>;
}

/** Who reads which kind of data set: plugins add themselves when they are set up. */
export class Feeds {
  readonly #feeds = new Map<DataSetKind, Feed>();

  /** Throws for a kind that the contract does not have, and for one that is read already. */
  add(feed: Feed): void {
    const { kind } = feed;
    if (!KINDS.includes(kind)) throw new Error(`there are no data sets of the kind ${kind}`);
    if (this.#feeds.has(kind)) throw new Error(`data sets of the kind ${kind} are read by another feed`);
    this.#feeds.set(kind, feed);
  }

  has(kind: DataSetKind): boolean {
    return this.#feeds.has(kind);
  }

  /** Throws PLUGIN_DISABLED where nobody reads the kind. */
  require(kind: DataSetKind): Feed {
    const feed = this.#feeds.get(kind);
    if (feed) return feed;
    throw new AppError('PLUGIN_DISABLED', {
      message: `No plugin reads the data set ${kind}: the one that does is switched off on this manager.`,
    });
  }

  /** Whether hosts have to be taken in anew for such a file; of one that nobody reads it is not known. */
  tellsPackages(kind: DataSetKind): boolean {
    return this.#feeds.get(kind)?.tells.includes('packages') ?? true;
  }
}

/** Throws DATA_SET_INVALID, PAYLOAD_TOO_LARGE, and what the upload throws. */
export async function readDataSet(feed: Feed, body: AsyncIterable<Buffer>): Promise<DataSetContent> {
  const hash = createHash('sha256');
  const entries = new GatheredEntries();
  const facts = await feed.read(hashed(body, hash), entries);
  const { rows } = entries;
  if (rows === 0) throw invalid('The file has no entries.', null);
  const { version, sourceDate } = facts;
  return {
    version,
    sourceDate,
    rows,
    affected: entries.affectedCounts(facts),
    sha256: hash.digest('hex'),
    blocks: entries.written(feed.tells),
  };
}

async function* hashed(
  body: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    hash.update(piece);
    yield piece;
  }
}
