/** What became of each source at an `apt-get update`. */
import type { JobFailure } from '../../backend.ts';
import type { SourceResult } from '../../shared/sources/state.ts';
import { classify } from '../classify.ts';
import { lastErrors, plain } from '../lastErrors.ts';
import type { AptSource } from '../read/sources.ts';
import { splitsOf, plainAddresses } from '../read/sources.ts';

/**
 * With this apt says of each source by the names of its files, and not by an address that a redirect or a mirror may
 * have changed, whether it took its lists over. So every version since 1.1; no person needs to see it.
 */
export const transactionOptions: readonly string[] = ['-o', 'Debug::Acquire::Transaction=true'];
const transactionLine =
  /^(?:New pkg\w+ with TransactionManager |(?:Commit|Abort)Transaction: |Finished: \/| {2}(?:Cancel|Abort): \/|(?:rm|mv|keep) \/\S+ .*# |CopyClean |Queueing )/;

/** A line of `apt-get update` as it may be read by people; null for what is no news to them. */
export function shownLine(line: string): string | null {
  return transactionLine.test(line) ? null : line;
}

/**
 * Whether apt has taken the lists of each source over (`Finished`, then `CommitTransaction`) or not, by what the names
 * of its files begin with. Sources of whose end the output does not tell are not in it.
 */
export function readTransactions(output: string): Map<string, boolean> {
  const told = new Map<string, boolean>();
  let last: string | null = null;
  for (const line of output.split('\n')) {
    const [, lists] = /^Finished: \S*\/([^/\s]*_)(?:InRelease|Release|Release\.gpg)$/.exec(line) ?? [];
    if (lists !== undefined) told.set((last = lists), told.get(lists) ?? false);
    else if (last !== null && line.startsWith('CommitTransaction: ')) told.set(last, true);
    if (lists === undefined) last = null;
  }
  return told;
}

/**
 * What `apt-get update` said of each source. Whether it failed is known from {@link readTransactions}; where apt told
 * nothing of that, from the lines that name it. Why it failed is in these lines too, or in those that name none of the
 * sources.
 */
export function judgeUpdate(output: string, sources: readonly AptSource[]): SourceResult[] {
  const text = plainAddresses(plain(output));
  const transactions = readTransactions(text);
  const blocks = text.split(/\n(?! )/).filter((block) => isTelling(block) && !transactionLine.test(block));
  const named = [...sources, ...unnamed(transactions, sources)].map((source) => nameAs(source, text));
  const owners = new Map(blocks.map((block) => [block, named.filter((source) => isOf(block, source))]));
  const loose = blocks.filter((block) => owners.get(block)?.length === 0 && !isSummary.test(block));
  return named.map((source) => {
    const { name, lists } = source;
    const own = blocks.filter((block) => owners.get(block)?.includes(source));
    const failed = !(transactions.get(lists) ?? own.length === 0);
    const failure = failed ? failureOf(own.length > 0 ? own : loose) : null;
    return { name, lists, failure };
  });
}

interface Named extends AptSource {
  /** How apt's messages name this source or one of its files. */
  marks: string[];
}

/** The name that apt itself uses in this text; else the one that its address suggests. */
function nameAs(source: AptSource, text: string): Named {
  const { base } = source;
  if (base === '') return { ...source, marks: [] };
  const splits = splitsOf(base);
  const isUsed = (written: string) =>
    text.includes(`${written} InRelease`) || text.includes(`${written} Release`);
  const used = splits.find(({ written }) => isUsed(written));
  const { name, written } = used ?? { name: source.name, written: source.name };
  const noMethod = `/${base.slice(0, base.indexOf(':'))} could not be found`;
  return { ...source, name, marks: [`${written} `, `${written}/`, base, noMethod] };
}

/** Sources that apt tried and did not list. */
function unnamed(transactions: ReadonlyMap<string, boolean>, sources: readonly AptSource[]): AptSource[] {
  const known = new Set(sources.map(({ lists }) => lists));
  const others = [...transactions.keys()].filter((lists) => !known.has(lists));
  return others.map((lists) => ({ name: lists.replace(/_$/, ''), lists, base: '' }));
}

const isOf = (block: string, { marks }: Named) => marks.some((mark) => block.includes(mark));

/** apt's last words, which name no source. */
const isSummary = /^[EW]: Some index files failed/;

/** Some of apt's warnings concern no missing list: weak keys, sources that are named twice or lack a component. */
const isTelling = (block: string) =>
  /^(?:Err:|E: )|^W: (?:Failed to fetch|Some index files|An error occurred|GPG error|OpenPGP signature verification failed|Problem|The repository )/.test(
    block,
  );

/** apt has checked a signature; its reason may be in no rule, such as those of sqv. */
const isOfSignature =
  /^W: (?:An error occurred during the signature verification|GPG error: |OpenPGP signature verification failed)/m;

/** What a server answered stands before what apt makes of it: a list that nobody may read "is not signed", too. */
function failureOf(blocks: readonly string[]): JobFailure {
  const text = blocks.join('\n');
  const answer = /^Err:\d+ [^\n]*\n {2}(\S[^\n]*)/m.exec(text)?.[1]?.replace(/\s+/g, ' ');
  const known = classify(answer ?? text);
  if (known) return known;
  const code = isOfSignature.test(text) ? 'SIGNATURE_INVALID' : 'FETCH_FAILED';
  return { code, message: answer?.slice(0, 1000) || lastErrors(text) || notTaken };
}

const notTaken = 'apt-get update did not take its lists over, and did not say why.';
