import { createHash } from 'node:crypto';
import {
  blockOf,
  invalid,
  isCve,
  MAX_ROWS,
  shown,
  type CsafEntry,
  type DataSetContent,
  type FileReader,
} from './dataSet.ts';
import { AffectedSources, remediationsOf } from './affected.ts';
import { CsafTree, listOf, objectOf, textOf, type Fail, type Json, type RpmOfRelease } from './csafTree.ts';
import { Documents } from './documents.ts';
import { dayOf, entryOf, graver, timeIn } from './csafRating.ts';
import type { CsafVendor } from './rpmReleases.ts';

/** The CVEs of one package, by release, then by the version that fixes them. */
export type MendedIn = Record<string, Record<string, string[]>>;
/** By package name; one block may hold several packages. */
export type CsafPackages = Record<string, MendedIn>;
/** CVEs by advisory; one block may hold several advisories. */
export type CsafAdvisories = Record<string, string[]>;

const blockNamed = (kind: string, name: string): string =>
  `${kind}:${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
export const blockOfRpm = (name: string): string => blockNamed('rpm', name);
export const blockOfAdvisory = (id: string): string => blockNamed('adv', id);

/** A statement is one package, release, version and CVE; the kernel alone has some hundred thousand. */
const MAX_STATEMENTS = 5_000_000;
const CATEGORIES = ['csaf_vex', 'csaf_security_advisory'];
const STATUSES = ['draft', 'interim', 'final'];
/** `recommended` is SUSE's word for `fixed`. */
const FIXED = ['fixed', 'first_fixed', 'recommended'];
const AFFECTED = ['known_affected', 'first_affected', 'last_affected'];
const OTHERS = ['known_not_affected', 'under_investigation'];
const ERRATUM = /^https:\/\/access\.redhat\.com\/errata\/(RH[A-Z]A-\d{4}:\d{1,8})$/;
/** Title of SUSE's note that lists the patch's names: zypper has another name for it in each module. */
const PATCH_NAMES = 'Patchnames';
const PATCH_NAME = /^[A-Za-z0-9][\w.:+-]{0,127}$/;

/** Reads the CSAF 2.0 documents of one publisher: what fixes which CVE, and how grave CVEs are. */
export class CsafReader implements FileReader {
  readonly #vendor: CsafVendor;
  readonly #documents = new Documents(
    (json) => this.#takeDocument(json),
    (message) => this.#failFile(message),
  );
  readonly #ids = new Set<string>();
  readonly #cves = new Map<string, Map<string, CsafEntry>>();
  readonly #packages = new Map<string, Mended>();
  readonly #advisories = new Map<string, Set<string>>();
  readonly #affected: AffectedSources;
  #rows = 0;
  #statements = 0;
  #newest = new Date(0);

  constructor(vendor: CsafVendor) {
    this.#vendor = vendor;
    this.#affected = new AffectedSources(vendor);
  }

  take(text: string): void {
    this.#documents.take(text);
  }

  end(): DataSetContent {
    this.#documents.end();
    const { size } = this.#ids;
    if (size === 0) throw invalid('This is no CSAF file: it is empty.', null);
    if (this.#rows === 0)
      throw invalid(
        `No document of the file tells of a release of ${this.#vendor.name} that hosts have.`,
        null,
      );
    const version = size === 1 ? '1 document' : `${size} documents`;
    return {
      version,
      sourceDate: this.#newest,
      rows: this.#rows,
      affected: this.#affected.counts(),
      blocks: this.#written(),
    };
  }

  *#written(): Generator<readonly [string, string]> {
    for (const [block, cves] of this.#cves) yield [block, JSON.stringify(Object.fromEntries(cves))];
    yield* joined(this.#packages, blockOfRpm, mendedIn);
    yield* joined(this.#advisories, blockOfAdvisory, (cves) => [...cves]);
    yield* this.#affected.written();
  }

  #takeDocument(json: string): void {
    const at = this.#ids.size + 1;
    let name = '';
    const fail = (message: string): never => {
      throw invalid(message, { place: name === '' ? `document ${at}` : `document ${at} (${name})` });
    };
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return fail('it is no JSON.');
    }
    const { document, product_tree: tree, vulnerabilities } = objectOf(value, 'it', fail);
    const about = objectOf(document, '"document"', fail);
    const tracking = objectOf(about['tracking'], '"tracking"', fail);
    const id = textOf(tracking['id'], '"tracking.id"', fail);
    name = shown(id).slice(1, -1);
    if (this.#ids.has(id)) fail('it stands here a second time.');
    this.#ids.add(id);
    this.#requireRight(about, tracking, fail);
    const released = dayOf(tracking['initial_release_date'], '"initial_release_date"', fail);
    const products = new CsafTree(objectOf(tree ?? {}, '"product_tree"', fail), this.#vendor, fail);
    const isAdvisory = about['category'] === 'csaf_security_advisory';
    const patches = isAdvisory ? [id, ...patchNames(about, fail)] : [];
    // The date of a VEX document tells nothing of its CVEs: half of SUSE's are of one day.
    const published = isAdvisory ? released : null;
    for (const [i, one] of listOf(vulnerabilities, '"vulnerabilities"', fail).entries()) {
      const failHere: Fail = (message) => fail(`vulnerability ${i + 1}: ${message}`);
      this.#takeVulnerability(objectOf(one, 'it', failHere), {
        products,
        published,
        patches,
        fail: failHere,
      });
    }
  }

  #requireRight(about: Json, tracking: Json, fail: Fail): void {
    if (about['csaf_version'] !== '2.0')
      fail(`"csaf_version" is ${shown(about['csaf_version'])}, not "2.0".`);
    if (!CATEGORIES.includes(String(about['category'])))
      fail(`"category" is ${shown(about['category'])}, neither csaf_vex nor csaf_security_advisory.`);
    if (!STATUSES.includes(String(tracking['status']))) fail('"tracking.status" is missing or odd.');
    const namespace = objectOf(about['publisher'], '"publisher"', fail)['namespace'];
    const host = typeof namespace === 'string' ? (URL.parse(namespace)?.hostname ?? '') : '';
    if (!`.${host}`.endsWith(`.${this.#vendor.domain}`))
      fail(`its publisher is ${shown(namespace)}, not ${this.#vendor.name}.`);
    const current = timeIn(tracking['current_release_date'], '"current_release_date"', fail);
    if (current > this.#newest) this.#newest = current;
  }

  #takeVulnerability(vulnerability: Json, { products, published, patches, fail }: Around): void {
    const { cve } = vulnerability;
    // Without a CVE a vulnerability has no name that other sources know.
    if (cve === undefined) return;
    if (typeof cve !== 'string' || !isCve(cve)) return fail(`${shown(cve)} is no CVE.`);
    const failHere: Fail = (message) => fail(`${cve}: ${message}`);
    const stated = statusOf(vulnerability, products, failHere);
    const remediations = remediationsOf(vulnerability, failHere);
    this.#affected.add(cve, { ...stated, remediations }, { products, fail: failHere });
    if (!stated.isOurs) return;
    for (const rpm of stated.fixed) this.#mended(rpm, cve, failHere);
    for (const id of [...patches, ...errata(remediations)])
      this.#advisories.set(id, (this.#advisories.get(id) ?? new Set()).add(cve));
    this.#rate(cve, entryOf(vulnerability, { products, published, fail: failHere }), failHere);
  }

  #mended({ name, release, version }: RpmOfRelease, cve: string, fail: Fail): void {
    if (version === null) return;
    const versions = within(within(this.#packages, name), release);
    const cves = versions.get(version) ?? new Set();
    versions.set(version, cves);
    if (cves.has(cve)) return;
    cves.add(cve);
    this.#statements += 1;
    if (this.#statements > MAX_STATEMENTS) fail(`the file has more than ${MAX_STATEMENTS} statements.`);
  }

  /** Keeps the gravest severity, the highest score and the earliest day of several documents. */
  #rate(cve: string, entry: CsafEntry, fail: Fail): void {
    const key = blockOf(cve);
    const block = this.#cves.get(key) ?? new Map<string, CsafEntry>();
    this.#cves.set(key, block);
    const before = block.get(cve);
    if (!before) {
      this.#rows += 1;
      if (this.#rows > MAX_ROWS) fail(`the file has more than ${MAX_ROWS} CVEs.`);
    }
    block.set(cve, before ? graver(before, entry) : entry);
  }

  #failFile(message: string): never {
    throw invalid(`This is no CSAF document. ${message}`, { place: `document ${this.#ids.size + 1}` });
  }
}

interface Around {
  products: CsafTree;
  /** The day of the advisory: its CVEs were public by then; null: the document is no advisory. */
  published: string | null;
  /** Names by which package managers know the document. */
  patches: readonly string[];
  fail: Fail;
}

/** CVEs by release, then by version. */
type Mended = Map<string, Map<string, Set<string>>>;

const mendedIn = (mended: Mended): MendedIn =>
  Object.fromEntries(
    [...mended].map(([release, versions]) => [
      release,
      Object.fromEntries([...versions].map(([version, cves]) => [version, [...cves]])),
    ]),
  );

function within<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const own = all.get(name) ?? new Map<string, T>();
  all.set(name, own);
  return own;
}

function* joined<T>(
  all: ReadonlyMap<string, T>,
  blockOfName: (name: string) => string,
  written: (value: T) => unknown,
): Generator<readonly [string, string]> {
  for (const [block, names] of Map.groupBy(all.keys(), blockOfName)) {
    const entries = names.map((name) => [name, written(all.get(name) as T)] as const);
    yield [block, JSON.stringify(Object.fromEntries(entries))];
  }
}

interface Stated {
  fixed: RpmOfRelease[];
  /** Ids of products. */
  affected: ReadonlySet<string>;
  /** Whether it names a package of a release that hosts have. */
  isOurs: boolean;
}

function statusOf(vulnerability: Json, products: CsafTree, fail: Fail): Stated {
  const status = objectOf(vulnerability['product_status'] ?? {}, '"product_status"', fail);
  const ids = (names: readonly string[]): string[] =>
    names.flatMap((name) =>
      listOf(status[name], `"${name}"`, fail).map((id) => textOf(id, `a product of "${name}"`, fail)),
    );
  const [fixed, affected, others] = [new Set(ids(FIXED)), new Set(ids(AFFECTED)), ids(OTHERS)];
  for (const id of affected) if (fixed.has(id)) fail(`the product ${shown(id)} is both fixed and affected.`);
  const resolved = (some: Iterable<string>): RpmOfRelease[] =>
    [...some].flatMap((id) => products.rpmOf(id) ?? []);
  const rpms = resolved(fixed);
  const isOurs = resolved(affected).length + resolved(others).length + rpms.length > 0;
  return { fixed: rpms, affected, isOurs };
}

/** Ids of Red Hat's advisories that the remediations link to. */
function errata(remediations: readonly Json[]): string[] {
  const found = remediations.map(({ category, url }) =>
    category === 'vendor_fix' && typeof url === 'string' ? ERRATUM.exec(url)?.[1] : undefined,
  );
  return found.filter((id) => id !== undefined);
}

function patchNames(about: Json, fail: Fail): string[] {
  const notes = listOf(about['notes'], '"notes"', fail).map((note) => objectOf(note, 'a note', fail));
  const text = notes.find(({ title }) => title === PATCH_NAMES)?.['text'];
  if (typeof text !== 'string') return [];
  return text.split(',').flatMap((part) => (PATCH_NAME.test(part.trim()) ? [part.trim()] : []));
}
