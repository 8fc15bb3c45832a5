/** Small documents, shaped like those of Red Hat and SUSE. */
import { Header } from 'tar/header';

export interface Stated {
  cve: string;
  /** Products that are fixed: `BaseOS-9:openssl-libs-1:3.0.7-27.el9` with a version, `BaseOS-9:openssl` without. */
  fixed?: string[];
  affected?: string[];
  /** The remedies of products without a fix: category, words, products. */
  remedies?: [category: string, details: string, products: string[]][];
  impact?: string;
  cvss?: number;
  released?: string;
  errata?: string[];
}

interface Drawn {
  id?: string;
  category?: string;
  namespace?: string;
  date?: string;
  /** CPEs by the name of the product. */
  products?: Record<string, string>;
  patchNames?: string[];
  /** Purls of parts that are not named like the others, by the part; null: no purl. */
  purls?: Record<string, string | null>;
}

const EL = {
  'BaseOS-9': 'cpe:/o:redhat:enterprise_linux:9::baseos',
  'BaseOS-9.2.EUS': 'cpe:/o:redhat:rhel_eus:9.2::baseos',
  'openshift-4': 'cpe:/a:redhat:openshift:4.12::el9',
};
const SLE = {
  'SUSE Linux Enterprise Module for Basesystem 15 SP6': 'cpe:/o:suse:sle-module-basesystem:15:sp6',
  'openSUSE Leap 15.6': 'cpe:/o:opensuse:leap:15.6',
};

const partOf = (product: string): [whole: string, part: string] => {
  const at = product.indexOf(':');
  return [product.slice(0, at), product.slice(at + 1)];
};

/** The purl of a part such as `openssl-libs-1:3.0.7-27.el9`. */
function purlOf(part: string): string {
  const [, name, epoch, version] = /^(.+?)-(?:(\d+):)?(\d[^-]*-[^-]+)$/.exec(part) ?? [];
  // SUSE writes the `@`; Red Hat does not.
  if (part.endsWith('.src')) return `pkg:rpm/redhat/${part.slice(0, -'.src'.length)}?arch=src`;
  if (name === undefined || version === undefined) return `pkg:rpm/suse/${part}@?upstream=${part}.src.rpm`;
  const query = epoch === undefined ? '' : `&epoch=${epoch}`;
  return `pkg:rpm/redhat/${name}@${encodeURIComponent(version)}?arch=x86_64${query}`;
}

const helperOf = (part: string, purl: string | null | undefined) =>
  purl === null ? {} : { purl: purl ?? purlOf(part) };

const vulnerability = ({
  cve,
  fixed,
  affected,
  impact,
  cvss,
  released,
  errata = [],
  remedies = [],
}: Stated) => ({
  cve,
  ...(released === undefined ? {} : { release_date: `${released}T00:00:00+00:00` }),
  notes: [{ category: 'description', text: 'A "{flaw}" was found in \\ a library é.' }],
  product_status: {
    ...(fixed ? { fixed } : {}),
    ...(affected ? { known_affected: affected } : {}),
  },
  remediations: [
    ...errata.map((id) => ({
      category: 'vendor_fix',
      details: 'Update.',
      product_ids: fixed ?? [],
      url: `https://access.redhat.com/errata/${id}`,
    })),
    ...remedies.map(([category, details, ids]) => ({ category, details, product_ids: ids })),
  ],
  ...(impact === undefined
    ? {}
    : {
        threats: [
          { category: 'impact', details: impact, product_ids: [...(fixed ?? []), ...(affected ?? [])] },
        ],
      }),
  ...(cvss === undefined
    ? {}
    : {
        scores: [
          {
            cvss_v3: {
              baseScore: cvss,
              baseSeverity: 'HIGH',
              version: '3.1',
              vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
            },
            products: [...(fixed ?? []), ...(affected ?? [])],
          },
        ],
      }),
});

function draw(products: Record<string, string>, stated: readonly Stated[], drawn: Drawn, vendor: string) {
  const used = [...new Set(stated.flatMap(({ fixed = [], affected = [] }) => [...fixed, ...affected]))];
  const parts = [...new Set(used.map((one) => partOf(one)[1]))];
  const date = `${drawn.date ?? '2026-01-14'}T06:30:00+00:00`;
  return {
    document: {
      category: drawn.category ?? 'csaf_vex',
      csaf_version: '2.0',
      title: 'A flaw',
      lang: 'en',
      publisher: { category: 'vendor', name: vendor, namespace: drawn.namespace ?? '' },
      notes: drawn.patchNames
        ? [{ category: 'details', text: drawn.patchNames.join(','), title: 'Patchnames' }]
        : [],
      tracking: {
        id: drawn.id ?? stated[0]?.cve ?? 'EMPTY',
        status: 'final',
        version: '2',
        initial_release_date: '2025-06-01T00:00:00+00:00',
        current_release_date: date,
      },
    },
    product_tree: {
      branches: [
        {
          category: 'vendor',
          name: vendor,
          branches: [
            ...Object.entries(products).map(([name, cpe]) => ({
              category: 'product_name',
              name,
              product: { name, product_id: name, product_identification_helper: { cpe } },
            })),
            {
              category: 'architecture',
              name: 'x86_64',
              branches: parts.map((part) => ({
                category: 'product_version',
                name: part,
                product: {
                  name: part,
                  product_id: part,
                  product_identification_helper: helperOf(part, drawn.purls?.[part]),
                },
              })),
            },
          ],
        },
      ],
      relationships: used.map((one) => {
        const [whole, part] = partOf(one);
        return {
          category: 'default_component_of',
          full_product_name: { name: `${part} as a component of ${whole}`, product_id: one },
          product_reference: part,
          relates_to_product_reference: whole,
        };
      }),
    },
    vulnerabilities: stated.map(vulnerability),
  };
}

export const redHatDocument = (stated: readonly Stated[], drawn: Drawn = {}) =>
  draw(drawn.products ?? EL, stated, { namespace: 'https://www.redhat.com', ...drawn }, 'Red Hat');

export function suseDocument(stated: readonly Stated[], drawn: Drawn = {}) {
  const document = draw(
    drawn.products ?? SLE,
    stated,
    { namespace: 'https://www.suse.com/', ...drawn },
    'SUSE',
  );
  // SUSE says `recommended` where others say `fixed`.
  return {
    ...document,
    vulnerabilities: document.vulnerabilities.map(({ product_status: { fixed, ...others }, ...one }) => ({
      ...one,
      product_status: { ...others, ...(fixed ? { recommended: fixed } : {}) },
    })),
  };
}

/** A tar archive of documents, by their names. */
export const archiveOf = (files: Readonly<Record<string, object>>): Buffer =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([path, document]) => {
      const body = Buffer.from(JSON.stringify(document));
      const head = Buffer.alloc(512);
      new Header({ path, size: body.length, mode: 0o644, type: 'File', mtime: new Date(0) }).encode(head);
      return [head, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
    }),
    Buffer.alloc(1_024),
  ]);
