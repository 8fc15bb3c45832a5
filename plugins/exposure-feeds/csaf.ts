import type { Entries, Fail, FileFacts } from '../exposure/api.ts';
import { AffectedProducts, remediationsOf } from './csafAffected.ts';
import { dayIn, ratingsOf, timeIn } from './csafRating.ts';
import { CsafTree, listOf, objectOf, textOf, type Json, type RpmOfRelease } from './csafTree.ts';
import type { CsafVendor } from './csafVendors.ts';
import { Documents } from './documents.ts';
import { shown, type FileReader, type Kit } from './reader.ts';

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
  readonly #into: Entries;
  readonly #kit: Kit;
  readonly #affected: AffectedProducts;
  #newest = new Date(0);

  constructor(vendor: CsafVendor, into: Entries, kit: Kit) {
    this.#vendor = vendor;
    this.#into = into;
    this.#kit = kit;
    this.#affected = new AffectedProducts(into);
  }

  take(text: string): void {
    this.#documents.take(text);
  }

  end(): FileFacts {
    this.#documents.end();
    const { size } = this.#ids;
    if (size === 0) this.#into.refuse('This is no CSAF file: it is empty.');
    if (this.#into.rows === 0)
      this.#into.refuse(`No document of the file covers a release of ${this.#vendor.name} that hosts have.`);
    const version = size === 1 ? '1 document' : `${size} documents`;
    return { version, sourceDate: this.#newest, left: this.#affected.left };
  }

  #takeDocument(json: string): void {
    const at = this.#ids.size + 1;
    let name = '';
    const fail = (message: string): never => {
      this.#into.refuse(message, { place: name === '' ? `document ${at}` : `document ${at} (${name})` });
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
    const telling = { fail, kit: this.#kit };
    const released = dayIn(tracking['initial_release_date'], '"initial_release_date"', telling);
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
    const current = timeIn(tracking['current_release_date'], '"current_release_date"', {
      fail,
      kit: this.#kit,
    });
    if (current > this.#newest) this.#newest = current;
  }

  #takeVulnerability(vulnerability: Json, { products, published, patches, fail }: Around): void {
    const { cve } = vulnerability;
    // Without a CVE a vulnerability has no name that other sources know.
    if (cve === undefined) return;
    if (typeof cve !== 'string' || !this.#into.isCve(cve)) return fail(`${shown(cve)} is no CVE.`);
    const failHere: Fail = (message) => fail(`${cve}: ${message}`);
    const stated = statusOf(vulnerability, products, failHere);
    const remediations = remediationsOf(vulnerability, failHere);
    this.#affected.add(cve, { ...stated, remediations }, { products, fail: failHere });
    if (!stated.isOurs) return;
    for (const { name, release, version } of stated.fixed)
      if (version !== null) this.#into.fix(cve, { name, release, version }, failHere);
    for (const id of [...patches, ...errata(remediations)]) this.#into.advisory(id, cve);
    for (const said of ratingsOf(vulnerability, { products, published, fail: failHere, kit: this.#kit }))
      this.#into.score(cve, said, failHere);
  }

  #failFile(message: string): never {
    this.#into.refuse(`This is no CSAF document. ${message}`, {
      place: `document ${this.#ids.size + 1}`,
    });
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
