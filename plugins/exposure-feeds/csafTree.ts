import type { Fail } from '../exposure/api.ts';
import type { CsafVendor } from './csafVendors.ts';
import { shown } from './reader.ts';

export type Json = Record<string, unknown>;

export const objectOf = (value: unknown, what: string, fail: Fail): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : fail(`${what} is no object.`);

/** An absent list is empty. */
export function listOf(value: unknown, what: string, fail: Fail): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as unknown[]) : fail(`${what} is no list.`);
}

export const textOf = (value: unknown, what: string, fail: Fail): string =>
  typeof value === 'string' && value !== '' && value.length <= 1_024 ? value : fail(`${what} is no text.`);

/** A package of a release: what a product of a document stands for. */
export interface RpmOfRelease {
  release: string;
  name: string;
  /** Null: the document names none, so it is about all versions. */
  version: string | null;
  /** The source packages that it was built from, as hosts may name them; empty: the document does not tell. */
  sources: readonly string[];
  /** It is of a module's stream: no package tells which stream a host has. */
  isOfModule: boolean;
}

type Rpm = Omit<RpmOfRelease, 'release'>;

interface Product {
  cpe: string | null;
  purl: string | null;
}

interface Relation {
  part: string;
  whole: string;
}

/** Real documents nest a package in a module in a product; a longer chain was made to run in circles. */
const MAX_STEPS = 8;
const MAX_BRANCHES = 30;
const PURL = /^pkg:rpm\/(?:[^/@?#]+\/)*([^/@?#]+)(?:@([^?#]*))?(?:\?([^#]*))?(?:#.*)?$/;
const NAME = /^\w[\w.+~^-]{0,255}$/;
const VERSION = /^[\w.+~^:-]{1,256}$/;

/** The product tree of a document: packages, products, and which product each package is part of. */
export class CsafTree {
  readonly #products = new Map<string, Product>();
  readonly #relations = new Map<string, Relation>();
  readonly #known = new Map<string, RpmOfRelease | null>();
  readonly #vendor: CsafVendor;
  readonly #fail: Fail;

  constructor(tree: Json, vendor: CsafVendor, fail: Fail) {
    this.#vendor = vendor;
    this.#fail = fail;
    this.#branches(listOf(tree['branches'], '"branches"', fail), 1);
    for (const one of listOf(tree['full_product_names'], '"full_product_names"', fail)) this.#product(one);
    for (const one of listOf(tree['relationships'], '"relationships"', fail)) this.#relationship(one);
  }

  /** Null if it is no rpm package, or in no release that hosts have. Fails if the document does not define the id. */
  rpmOf(id: string): RpmOfRelease | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (!this.#products.has(id)) this.#fail(`the product ${shown(id)} is not in the product tree.`);
    const release = this.#releaseOf(id);
    const rpm = release === null ? null : this.#packageOf(id);
    const found = release !== null && rpm ? { release, ...rpm } : null;
    this.#known.set(id, found);
    return found;
  }

  #branches(branches: readonly unknown[], depth: number): void {
    if (depth > MAX_BRANCHES) this.#fail(`"branches" are more than ${MAX_BRANCHES} deep.`);
    for (const value of branches) {
      const branch = objectOf(value, 'a branch', this.#fail);
      if (branch['product'] !== undefined) this.#product(branch['product']);
      this.#branches(listOf(branch['branches'], '"branches"', this.#fail), depth + 1);
    }
  }

  #product(value: unknown): string {
    const product = objectOf(value, 'a product', this.#fail);
    const id = textOf(product['product_id'], '"product_id"', this.#fail);
    const helper = objectOf(
      product['product_identification_helper'] ?? {},
      '"product_identification_helper"',
      this.#fail,
    );
    const { cpe, purl } = helper;
    const now: Product = {
      cpe: cpe === undefined ? null : textOf(cpe, `"cpe" of ${shown(id)}`, this.#fail),
      purl: purl === undefined ? null : textOf(purl, `"purl" of ${shown(id)}`, this.#fail),
    };
    const before = this.#products.get(id);
    // Red Hat defines some products twice in a document, in the same way.
    if (before && !(before.cpe === now.cpe && before.purl === now.purl))
      this.#fail(`the product ${shown(id)} is defined twice, as different things.`);
    this.#products.set(id, now);
    return id;
  }

  #relationship(value: unknown): void {
    const { full_product_name: full, ...ends } = objectOf(value, 'a relationship', this.#fail);
    const id = this.#product(full);
    const now: Relation = {
      part: textOf(ends['product_reference'], `"product_reference" of ${shown(id)}`, this.#fail),
      whole: textOf(
        ends['relates_to_product_reference'],
        `"relates_to_product_reference" of ${shown(id)}`,
        this.#fail,
      ),
    };
    const before = this.#relations.get(id);
    if (before && !(before.part === now.part && before.whole === now.whole))
      this.#fail(`the product ${shown(id)} is defined twice, as different things.`);
    this.#relations.set(id, now);
  }

  /** Whether the product is part of a release that hosts have, package or not. */
  isInRelease(id: string): boolean {
    return this.#releaseOf(id) !== null;
  }

  /** Follows the relations from a package up to its release. */
  #releaseOf(start: string): string | null {
    let id = start;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const relation = this.#relations.get(id);
      if (!relation) {
        const product = this.#products.get(id);
        if (!product) return this.#fail(`the product ${shown(id)} is not in the product tree.`);
        return product.cpe === null ? null : this.#vendor.releaseOfCpe(product.cpe);
      }
      id = relation.whole;
    }
    return this.#fail(`the relationships of ${shown(start)} turn in circles.`);
  }

  #packageOf(start: string): Rpm | null {
    let id = start;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const product = this.#products.get(id);
      if (!product) return this.#fail(`the product ${shown(id)} is not in the product tree.`);
      const relation = this.#relations.get(id);
      if (product.purl !== null) return this.#rpmOfPurl(product.purl);
      if (!relation) return null;
      id = relation.part;
    }
    return this.#fail(`the relationships of ${shown(start)} turn in circles.`);
  }

  #rpmOfPurl(purl: string): Rpm | null {
    if (!purl.startsWith('pkg:rpm/')) return null;
    const [, name, version, qualifiers = ''] = PURL.exec(purl) ?? [];
    const rpm = this.#decoded(name ?? '', purl);
    if (!NAME.test(rpm)) this.#fail(`the purl ${shown(purl)} names no package.`);
    const told = new URLSearchParams(qualifiers);
    const evr = this.#decoded(version ?? '', purl);
    const built = { name: rpm, version: evr, arch: told.get('arch'), upstream: told.get('upstream') };
    const sources = this.#vendor.sourcesOf(built).filter((source) => NAME.test(source));
    const isOfModule = told.has('rpmmod') || isModular(evr);
    // For a package without a version SUSE writes `redis@?upstream=redis.src.rpm`.
    if (evr === '') return { name: rpm, version: null, sources, isOfModule };
    const epoch = told.get('epoch') ?? '0';
    if (!VERSION.test(evr) || !/^\d{1,9}$/.test(epoch)) this.#fail(`the purl ${shown(purl)} has no version.`);
    const whole = Number(epoch) === 0 || evr.includes(':') ? evr : `${epoch}:${evr}`;
    return { name: rpm, version: whole, sources, isOfModule };
  }

  #decoded(text: string, purl: string): string {
    try {
      return decodeURIComponent(text);
    } catch {
      return this.#fail(`the purl ${shown(purl)} is not encoded right.`);
    }
  }
}

/** The release of a package that was built for a module's stream shows it: `1.module+el8.10.0+22271+6a48b0b9`. */
const isModular = (version: string): boolean => /\.module[+_]/.test(version);
