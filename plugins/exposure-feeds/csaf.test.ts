import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '../../sdk/index.ts';
import { namedBlock } from '../exposure/domain/packageEntries.ts';
import { CsafReader } from './csaf.ts';
import { redHatDocument, suseDocument } from './csafDocuments.testing.ts';
import { CSAF_VENDORS, type CsafKind } from './csafVendors.ts';
import { readText } from './feeds.testing.ts';

const read = (
  text: string,
  { size = 1_000, kind = 'csaf-redhat' }: { size?: number; kind?: CsafKind } = {},
) => readText((into, kit) => new CsafReader(CSAF_VENDORS[kind], into, kit), text, size);

const OPENSSL = redHatDocument(
  [
    {
      cve: 'CVE-2024-5535',
      fixed: [
        'BaseOS-9:openssl-libs-1:3.0.7-28.el9_4',
        'BaseOS-9.2.EUS:openssl-libs-1:3.0.7-18.el9_2.1',
        'openshift-4:openssl-libs-1:9.9-9.el9',
      ],
      affected: ['BaseOS-9:edk2'],
      impact: 'Moderate',
      cvss: 5.9,
      released: '2024-06-26',
      errata: ['RHSA-2024:7848'],
    },
  ],
  { date: '2025-02-01' },
);
// A threat to another product does not count here.
OPENSSL.vulnerabilities[0]?.threats?.push({
  category: 'impact',
  details: 'Critical',
  product_ids: ['openshift-4:openssl-libs-1:9.9-9.el9'],
});
const LATER = redHatDocument(
  [
    { cve: 'CVE-2024-5535', fixed: ['BaseOS-9:openssl-1:3.0.7-28.el9_4'], impact: 'Important', cvss: 8.2 },
    { cve: 'CVE-2024-5999', affected: ['BaseOS-9:vim'], released: '2024-07-01' },
    { cve: 'CVE-2024-6000', fixed: ['openshift-4:openssl-1:9.9-9.el9'], impact: 'Critical' },
  ],
  { id: 'RHSA-2024:7848', category: 'csaf_security_advisory', date: '2025-03-01' },
);

test('documents tell the same wherever their pieces are cut, one a line or one after another', () => {
  for (const text of [
    [OPENSSL, LATER].map((one) => JSON.stringify(one)).join(''),
    [OPENSSL, LATER].map((one) => JSON.stringify(one)).join('\r\n'),
    `\uFEFF${JSON.stringify(OPENSSL, null, 2)}\n\n${JSON.stringify(LATER, null, '\t')}\n`,
  ])
    for (const size of [1, 7, 64, 1_000_000]) {
      const { said, ...content } = read(text, { size });
      const sourceDate = new Date('2025-03-01T06:30:00Z');
      const affected = { open: 2, mended: 0, elsewhere: 0, modules: 0, unnamed: 0 };
      assert.equal(content, { version: '2 documents', sourceDate, rows: 2, affected }, `pieces of ${size}`);
      assert.equal(said.get('CVE-2024-5'), {
        'CVE-2024-5535': [
          null,
          null,
          null,
          3,
          8.2,
          'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
          '2024-06-26',
        ],
        'CVE-2024-5999': [null, null, null, null, null, null, '2024-07-01'],
      });
      assert.equal(said.get(namedBlock('rpm', 'openssl-libs')), {
        'openssl-libs': {
          el9: { '1:3.0.7-28.el9_4': ['CVE-2024-5535'] },
          'el9.2': { '1:3.0.7-18.el9_2.1': ['CVE-2024-5535'] },
        },
      });
      assert.equal(said.get(namedBlock('adv', 'RHSA-2024:7848')), {
        'RHSA-2024:7848': ['CVE-2024-5535', 'CVE-2024-5999'],
      });
      assert.is(said.has('CVE-2024-6'), false, 'it is of a product that hosts are not asked for');
    }
});

test('SUSE recommends what mends, and names the patches of zypper beside', () => {
  const module = 'SUSE Linux Enterprise Module for Basesystem 15 SP6';
  const document = suseDocument(
    [{ cve: 'CVE-2024-5535', fixed: [`${module}:libopenssl3-3.1.4-150600.5.10.1`], impact: 'important' }],
    {
      id: 'SUSE-SU-2024:2635-1',
      category: 'csaf_security_advisory',
      patchNames: ['SUSE-2024-2635', 'SUSE-SLE-Module-Basesystem-15-SP6-2024-2635'],
    },
  );
  const { said } = read(JSON.stringify(document), { kind: 'csaf-suse' });
  assert.equal(said.get(namedBlock('rpm', 'libopenssl3')), {
    libopenssl3: { 'sle15.6': { '3.1.4-150600.5.10.1': ['CVE-2024-5535'] } },
  });
  assert.equal(said.get(namedBlock('adv', 'SUSE-SLE-Module-Basesystem-15-SP6-2024-2635')), {
    'SUSE-SLE-Module-Basesystem-15-SP6-2024-2635': ['CVE-2024-5535'],
  });
});

test('a product that stands twice is one, where all that is said of it is the same', () => {
  const document = structuredClone(OPENSSL);
  const [vendor] = document.product_tree.branches;
  vendor?.branches.push(...structuredClone(vendor.branches));
  document.product_tree.relationships.push(...document.product_tree.relationships);
  assert.equal(read(JSON.stringify(document)).said, read(JSON.stringify(OPENSSL)).said);
});

test('a day is that of the vulnerability or of an advisory, and not that on which a VEX document was made', () => {
  const stated = [{ cve: 'CVE-2024-5535', fixed: ['BaseOS-9:openssl-libs-1:3.0.7-28.el9_4'] }];
  const dayOf = (category: string): unknown =>
    read(JSON.stringify(redHatDocument(stated, { category }))).said.get('CVE-2024-5');
  assert.equal(dayOf('csaf_vex'), { 'CVE-2024-5535': [] });
  assert.equal(dayOf('csaf_security_advisory'), {
    'CVE-2024-5535': [null, null, null, null, null, null, '2025-06-01'],
  });
});

test('a package of a module is in the release of the module', () => {
  const document = redHatDocument([
    { cve: 'CVE-2025-1000', fixed: ['nodejs:20:nodejs-1:20.1-1.module+el9'] },
  ]);
  const [one] = document.product_tree.relationships;
  assert.ok(one);
  document.product_tree.relationships = [
    { ...one, product_reference: 'nodejs-1:20.1-1.module+el9', relates_to_product_reference: 'module' },
    {
      category: 'default_component_of',
      full_product_name: { name: 'module', product_id: 'module' },
      product_reference: 'BaseOS-9',
      relates_to_product_reference: 'BaseOS-9',
    },
  ];
  const branches = document.product_tree.branches[0]?.branches.at(-1) as { branches?: object[] } | undefined;
  branches?.branches?.splice(0, 1, {
    product: {
      product_id: 'nodejs-1:20.1-1.module+el9',
      product_identification_helper: {
        purl: 'pkg:rpm/redhat/nodejs@20.1-1.module%2Bel9?arch=x86_64&epoch=1',
      },
    },
  });
  const { said } = read(JSON.stringify(document));
  assert.equal(said.get(namedBlock('rpm', 'nodejs')), {
    nodejs: { el9: { '1:20.1-1.module+el9': ['CVE-2025-1000'] } },
  });
});

/** The document with one value replaced. */
function changed(path: string, value: unknown): string {
  const document = structuredClone(OPENSSL) as unknown as Record<string, unknown>;
  const names = path.split('/');
  const last = names.pop() ?? '';
  let at = document;
  for (const name of names) at = at[name] as Record<string, unknown>;
  at[last] = value;
  return JSON.stringify(document);
}

test('what is no document of the publisher is refused with its place', () => {
  const good = JSON.stringify(OPENSSL);
  const vulnerability = 'vulnerabilities/0';
  const vector = `${vulnerability}/scores/0/cvss_v3`;
  const relation = 'product_tree/relationships/0';
  const cases: [text: string, told: RegExp][] = [
    ['', /is empty/],
    [' \n', /is empty/],
    ['[]', /does not begin with \{/],
    ['PK\u0003\u0004', /Of archives tar is read/],
    [good.slice(0, -1), /cut off/],
    [`${good}x`, /^document 2: This is no CSAF document/],
    [good + good, /document 2 \(CVE-2024-5535\): it stands here a second time/],
    [`${good}{"a":}`, /document 2: it is no JSON/],
    [`{"a":${'['.repeat(1_000_000)}`, /nested more than 128/],
    ['{}', /document 1: "document" is no object/],
    [changed('document/tracking/id', 5), /"tracking.id"/],
    [changed('document/tracking/status', 'perhaps'), /"tracking.status"/],
    [changed('document/tracking/current_release_date', 'today'), /"current_release_date"/],
    [changed('document/tracking/initial_release_date', null), /"initial_release_date"/],
    [changed('document/csaf_version', '2.1'), /"csaf_version" is "2.1"/],
    [changed('document/category', 'csaf_base'), /"category" is "csaf_base"/],
    [changed('document/publisher/namespace', 'https://www.suse.com'), /its publisher is/],
    [changed('document/publisher/namespace', 'https://notredhat.com'), /its publisher is/],
    [changed('product_tree/branches', {}), /"branches" is no list/],
    [changed('product_tree/branches/0', 5), /a branch is no object/],
    [changed('product_tree/branches/0/branches/0/product/product_id', 'BaseOS-9.2.EUS'), /defined twice/],
    [
      changed('product_tree/relationships', []),
      /"BaseOS-9:openssl-libs-1:3.0.7-28.el9_4" is not in the product/,
    ],
    [changed(`${relation}/product_reference`, 'nowhere'), /"nowhere" is not in the product tree/],
    [
      changed(`${relation}/relates_to_product_reference`, 'BaseOS-9:openssl-libs-1:3.0.7-28.el9_4'),
      /in circles/,
    ],
    [good.replaceAll('pkg:rpm/redhat/openssl-libs@', 'pkg:rpm/redhat/%zz@'), /not encoded right/],
    [good.replaceAll('pkg:rpm/redhat/openssl-libs@', 'pkg:rpm/redhat/a b@'), /names no package/],
    [good.replaceAll('epoch=1', 'epoch=one'), /has no version/],
    [changed('vulnerabilities', {}), /"vulnerabilities" is no list/],
    [changed(`${vulnerability}/cve`, 'GHSA-1'), /vulnerability 1: "GHSA-1" is no CVE/],
    [
      changed(`${vulnerability}/release_date`, '2024-13-01'),
      /vulnerability 1: CVE-2024-5535: "release_date"/,
    ],
    [
      changed(`${vulnerability}/product_status/known_affected`, ['BaseOS-9:openssl-libs-1:3.0.7-28.el9_4']),
      /both fixed and affected/,
    ],
    [changed(`${vulnerability}/product_status/fixed/0`, 7), /a product of "fixed" is no text/],
    [changed(`${vector}/baseScore`, 10.1), /"baseScore" is "10.1"/],
    [changed(`${vector}/vectorString`, 'AV:N'), /"vectorString" is "AV:N"/],
    [changed(`${vulnerability}/threats`, [null]), /a threat is no object/],
    [changed(`${vulnerability}/remediations`, 'none'), /"remediations" is no list/],
    [changed(`${vulnerability}/product_status`, {}), /No document of the file covers/],
  ];
  for (const [text, told] of cases)
    for (const size of [3, 100_000]) {
      const shown = `${told} in pieces of ${size}`;
      try {
        // A deeply nested text takes long to read in small pieces.
        read(text, { size: text.length > 100_000 ? 100_000 : size });
        assert.unreachable(shown);
      } catch (error) {
        const { code, message } = error as AppError;
        assert.is(code, 'DATA_SET_INVALID', `${shown}: ${String(error)}`);
        assert.match(message, told);
        assert.ok(message.length < 400 && message.endsWith('Nothing was changed.'), shown);
      }
    }
});

test('a document that would fill a memory is refused on the way', () => {
  const long = `{"document":"${'x'.repeat(65 * 1024 * 1024)}`;
  assert.throws(() => read(long, { size: 1024 * 1024 }), /longer than 64 million/);
});

test('a product is of the release that its CPE names', () => {
  const cpes: [kind: CsafKind, cpe: string, release: string | null][] = [
    ['csaf-redhat', 'cpe:/a:redhat:enterprise_linux:8::appstream', 'el8'],
    ['csaf-redhat', 'cpe:/o:redhat:enterprise_linux:10.0', 'el10'],
    ['csaf-redhat', 'cpe:/o:redhat:enterprise_linux_eus:10.2', 'el10.2'],
    ['csaf-redhat', 'cpe:/a:redhat:rhel_eus:9.2::appstream', 'el9.2'],
    ['csaf-redhat', 'cpe:/a:redhat:openshift:4.12::el9', null],
    ['csaf-suse', 'cpe:/o:suse:sles:15:sp6', 'sle15.6'],
    ['csaf-suse', 'cpe:/o:suse:sles:15', 'sle15.0'],
    ['csaf-suse', 'cpe:/o:suse:sles:16:16.0:server', 'sle16.0'],
    ['csaf-suse', 'cpe:/o:suse:sle-micro:5.5', 'slmicro5.5'],
    ['csaf-suse', 'cpe:/o:opensuse:leap:15.6', 'leap15.6'],
    ['csaf-suse', 'cpe:/o:opensuse:tumbleweed', 'tumbleweed'],
    ['csaf-suse', 'cpe:/a:suse:manager-server:4.3', null],
  ];
  for (const [kind, cpe, release] of cpes) assert.is(CSAF_VENDORS[kind].releaseOfCpe(cpe), release, cpe);
});

test.run();
