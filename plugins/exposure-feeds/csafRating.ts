import type { CveScore, Fail } from '../exposure/api.ts';
import { listOf, objectOf, textOf, type CsafTree, type Json } from './csafTree.ts';
import { shown, type Kit } from './reader.ts';

const IMPACTS: ReadonlyMap<string, NonNullable<CveScore['severity']>> = new Map([
  ['critical', 'critical'],
  ['important', 'important'],
  ['moderate', 'moderate'],
  ['low', 'low'],
]);
const VECTOR = /^CVSS:3\.[01](\/[A-Z]{1,3}:[A-Z]){8,32}$/;

interface Telling {
  fail: Fail;
  kit: Kit;
}

interface Around extends Telling {
  products: CsafTree;
  /** The day of the advisory: its CVEs were public by then; null: the document is no advisory. */
  published: string | null;
}

/** How grave a vulnerability is, and since when it is public; each of several ratings by itself. */
export function* ratingsOf(
  vulnerability: Json,
  { products, published, fail, kit }: Around,
): Generator<CveScore> {
  const { release_date: released } = vulnerability;
  const isOurs = (ids: readonly unknown[]): boolean =>
    ids.length === 0 || ids.some((id) => products.rpmOf(textOf(id, 'a product', fail)) !== null);
  const day = released === undefined ? published : dayIn(released, '"release_date"', { fail, kit });
  yield day === null ? {} : { publishedOn: day };
  for (const value of listOf(vulnerability['threats'], '"threats"', fail)) {
    const { category, details, product_ids: ids } = objectOf(value, 'a threat', fail);
    const severity = category === 'impact' ? IMPACTS.get(String(details).toLowerCase()) : undefined;
    if (severity !== undefined && isOurs(listOf(ids, '"product_ids"', fail))) yield { severity };
  }
  for (const value of listOf(vulnerability['scores'], '"scores"', fail)) {
    const { cvss_v3: cvss, products: ids } = objectOf(value, 'a score', fail);
    if (cvss === undefined || !isOurs(listOf(ids, '"products"', fail))) continue;
    const { baseScore: score, vectorString: vector } = objectOf(cvss, '"cvss_v3"', fail);
    if (typeof score !== 'number' || !(score >= 0 && score <= 10))
      return fail(`"baseScore" is ${shown(score)}, no number from 0 to 10.`);
    if (typeof vector !== 'string' || vector.length > 128 || !VECTOR.test(vector))
      return fail(`"vectorString" is ${shown(vector)}, no vector of CVSS 3.`);
    yield { cvss: { score, vector } };
  }
}

export function timeIn(value: unknown, what: string, { fail, kit }: Telling): Date {
  const at = typeof value === 'string' && value.length <= 64 ? kit.wire.timeOf(value) : null;
  return at ?? fail(`${what} is no time.`);
}

export const dayIn = (value: unknown, what: string, telling: Telling): string =>
  timeIn(value, what, telling).toISOString().slice(0, 10);
