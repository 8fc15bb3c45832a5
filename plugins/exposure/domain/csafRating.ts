import { wire } from '#sdk';
import { listOf, objectOf, textOf, type CsafTree, type Fail, type Json } from './csafTree.ts';
import { shown, type CsafEntry } from './dataSet.ts';
import { rankOf } from './rank.ts';

const IMPACTS: ReadonlyMap<string, number> = new Map([
  ['critical', rankOf('critical')],
  ['important', rankOf('important')],
  ['moderate', rankOf('moderate')],
  ['low', rankOf('low')],
]);
const VECTOR = /^CVSS:3\.[01](\/[A-Z]{1,3}:[A-Z]){8,32}$/;

/** The graver severity, the higher score with its vector, and the earlier day of two entries. */
export function graver(a: CsafEntry, b: CsafEntry): CsafEntry {
  const [, cvss, vector] = (a[1] ?? -1) >= (b[1] ?? -1) ? a : b;
  const days = [a[3], b[3]].filter((day) => day !== null).sort();
  return [Math.max(a[0], b[0]), cvss, vector, days[0] ?? null];
}

interface Around {
  products: CsafTree;
  /** The day of the advisory: its CVEs were public by then; null: the document is no advisory. */
  published: string | null;
  fail: Fail;
}

/** How grave a vulnerability is, and since when it is public. */
export function entryOf(vulnerability: Json, { products, published, fail }: Around): CsafEntry {
  const { release_date: released } = vulnerability;
  const isOurs = (ids: readonly unknown[]): boolean =>
    ids.length === 0 || ids.some((id) => products.rpmOf(textOf(id, 'a product', fail)) !== null);
  let entry: CsafEntry = [
    ...([0, null, null] as const),
    released === undefined ? published : dayOf(released, '"release_date"', fail),
  ];
  for (const value of listOf(vulnerability['threats'], '"threats"', fail)) {
    const { category, details, product_ids: ids } = objectOf(value, 'a threat', fail);
    const rank = category === 'impact' ? IMPACTS.get(String(details).toLowerCase()) : undefined;
    if (rank !== undefined && isOurs(listOf(ids, '"product_ids"', fail)))
      entry = graver(entry, [rank, null, null, null]);
  }
  for (const value of listOf(vulnerability['scores'], '"scores"', fail)) {
    const { cvss_v3: cvss, products: ids } = objectOf(value, 'a score', fail);
    if (cvss === undefined || !isOurs(listOf(ids, '"products"', fail))) continue;
    const { baseScore, vectorString } = objectOf(cvss, '"cvss_v3"', fail);
    if (typeof baseScore !== 'number' || !(baseScore >= 0 && baseScore <= 10))
      return fail(`"baseScore" is ${shown(baseScore)}, no number from 0 to 10.`);
    if (typeof vectorString !== 'string' || vectorString.length > 128 || !VECTOR.test(vectorString))
      return fail(`"vectorString" is ${shown(vectorString)}, no vector of CVSS 3.`);
    entry = graver(entry, [0, baseScore, vectorString, null]);
  }
  return entry;
}

export function timeIn(value: unknown, what: string, fail: Fail): Date {
  const at = typeof value === 'string' && value.length <= 64 ? wire.timeOf(value) : null;
  return at ?? fail(`${what} is no time.`);
}

export const dayOf = (value: unknown, what: string, fail: Fail): string =>
  timeIn(value, what, fail).toISOString().slice(0, 10);
