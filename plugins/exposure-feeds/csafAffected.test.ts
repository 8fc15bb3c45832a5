import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AffectedCounts } from '../exposure/api.ts';
import { DECISIONS, type OpenIndex, type OpenSources } from '../exposure/domain/openEntries.ts';
import { CsafReader } from './csaf.ts';
import { redHatDocument, suseDocument } from './csafDocuments.testing.ts';
import { CSAF_VENDORS, type CsafKind } from './csafVendors.ts';
import { readText } from './feeds.testing.ts';

/** What is open without a fix, one line each: `el9 openssl CVE-2025-1 none`. */
function read(kind: CsafKind, ...documents: object[]): { open: string[]; counts: AffectedCounts | null } {
  const text = documents.map((one) => JSON.stringify(one)).join('\n');
  const { affected, said } = readText((into, kit) => new CsafReader(CSAF_VENDORS[kind], into, kit), text);
  const open: string[] = [];
  for (const [release, [number, count]] of Object.entries(said.get('open') as OpenIndex))
    for (let nth = 0; nth < count; nth += 1)
      for (const [source, cves] of Object.entries(said.get(`open:${number}:${nth}`) as OpenSources))
        for (const [cve, [rank, decision, mendedIn]] of Object.entries(cves)) {
          assert.equal([rank, mendedIn], [0, null]);
          open.push([release, source, cve, DECISIONS[decision]].join(' '));
        }
  return { open: open.toSorted(), counts: affected };
}

const RHEL = {
  'rhel-8': 'cpe:/o:redhat:enterprise_linux:8',
  'rhel-9': 'cpe:/o:redhat:enterprise_linux:9',
  'rhel-9.4.eus': 'cpe:/o:redhat:rhel_eus:9.4::baseos',
  'openshift-4': 'cpe:/a:redhat:openshift:4',
};
const NOTHING_LEFT = { elsewhere: 0, modules: 0, unnamed: 0 };

test('what Red Hat calls affected is open in the release and in its source package, with its decision', () => {
  const ids = ['tar', 'tar.src', 'gcc.src', 'vim.src', 'git.src', 'zip.src'].map((part) => `rhel-9:${part}`);
  const [, tar = '', gcc = '', vim = '', git = ''] = ids;
  const document = redHatDocument(
    [
      {
        cve: 'CVE-2025-1001',
        affected: [...ids, 'rhel-8:tar.src'],
        remedies: [
          ['workaround', 'Do not unpack.', ids],
          ['no_fix_planned', 'Will not fix', [tar]],
          ['none_available', 'Affected', [gcc]],
          ['none_available', 'Fix deferred', [vim]],
          ['no_fix_planned', 'Out of support scope', [git]],
        ],
      },
    ],
    { products: RHEL, purls: { tar: 'pkg:rpm/redhat/tar' } },
  );
  assert.equal(read('csaf-redhat', document), {
    open: [
      'el8 tar CVE-2025-1001 none',
      'el9 gcc CVE-2025-1001 none',
      'el9 git CVE-2025-1001 end_of_life',
      'el9 tar CVE-2025-1001 ignored',
      'el9 vim CVE-2025-1001 postponed',
      'el9 zip CVE-2025-1001 none',
    ],
    counts: { open: 6, mended: 0, ...NOTHING_LEFT },
  });
});

test('of several products of one release the decision counts that leaves most hope', () => {
  const products = { 'rhel-8.9.z': RHEL['rhel-8'], 'rhel-8.10.z': RHEL['rhel-8'] };
  const affected = ['rhel-8.9.z:libtiff.src', 'rhel-8.10.z:libtiff.src'];
  const [old = '', present = ''] = affected;
  const remedies = [
    ['no_fix_planned', 'Out of support scope', [old]],
    ['none_available', 'Fix deferred', [present]],
  ] as [string, string, string[]][];
  for (const order of [affected, affected.toReversed()]) {
    const document = redHatDocument([{ cve: 'CVE-2025-1002', affected: order, remedies }], { products });
    assert.equal(read('csaf-redhat', document).open, ['el8 libtiff CVE-2025-1002 postponed']);
  }
});

test('what a statement of the file mends there is not without a fix, in whatever document and order', () => {
  const affected = redHatDocument(
    [
      { cve: 'CVE-2025-1003', affected: ['rhel-9:expat.src', 'rhel-8:expat.src', 'rhel-9.4.eus:expat.src'] },
      { cve: 'CVE-2025-1004', affected: ['rhel-9:expat.src', 'rhel-9.4.eus:expat.src'] },
    ],
    { products: RHEL },
  );
  const purls = { 'expat-2.5-1.el9.src': 'pkg:rpm/redhat/expat@2.5-1.el9?arch=src' };
  const advisory = redHatDocument([{ cve: 'CVE-2025-1003', fixed: ['rhel-9:expat-2.5-1.el9.src'] }], {
    id: 'RHSA-2025:1',
    category: 'csaf_security_advisory',
    products: RHEL,
    purls,
  });
  for (const documents of [
    [affected, advisory],
    [advisory, affected],
  ])
    assert.equal(read('csaf-redhat', ...documents), {
      // Hosts of 9.4 get the fix of 9 by an update.
      open: [
        'el8 expat CVE-2025-1003 none',
        'el9 expat CVE-2025-1004 none',
        'el9.4 expat CVE-2025-1004 none',
      ],
      counts: { open: 3, mended: 2, ...NOTHING_LEFT },
    });
});

test('a fix of a module stream mends no package of that name, and what is affected in one is left out', () => {
  const purls = {
    'perl-5.32-1.module+el8.10.0+1+a.src': 'pkg:rpm/redhat/perl@5.32-1.module%2Bel8.10.0%2B1%2Ba?arch=src',
    'perl:5.30/perl.src': 'pkg:rpm/redhat/perl?arch=src&rpmmod=perl:5.30',
  };
  const document = redHatDocument(
    [
      {
        cve: 'CVE-2025-1005',
        fixed: ['rhel-8:perl-5.32-1.module+el8.10.0+1+a.src'],
        affected: ['rhel-8:perl.src', 'rhel-8:perl:5.30/perl.src'],
      },
    ],
    { products: RHEL, purls },
  );
  assert.equal(read('csaf-redhat', document), {
    open: ['el8 perl CVE-2025-1005 none'],
    counts: { open: 1, mended: 0, ...NOTHING_LEFT, modules: 1 },
  });
});

test('what is no package of a release is left out and counted', () => {
  const purls = {
    'openshift4/ose-cli': 'pkg:oci/ose-cli?repository_url=registry.redhat.io/openshift4/ose-cli',
    'rhel9/toolbox': 'pkg:oci/toolbox?repository_url=registry.redhat.io/rhel9/toolbox',
    log4j: null,
  };
  const document = redHatDocument(
    [
      {
        cve: 'CVE-2025-1006',
        affected: [
          'openshift-4:openshift4/ose-cli',
          'openshift-4:runc.src',
          'rhel-9:rhel9/toolbox',
          'rhel-9:log4j',
          'rhel-9:runc.src',
        ],
      },
    ],
    { products: RHEL, purls },
  );
  assert.equal(read('csaf-redhat', document), {
    open: ['el9 runc CVE-2025-1006 none'],
    counts: { open: 1, mended: 0, ...NOTHING_LEFT, elsewhere: 2, unnamed: 2 },
  });
});

test('where a document tells no source package each package is taken for its own', () => {
  const purls = { firefox: 'pkg:rpm/redhat/firefox' };
  const document = redHatDocument([{ cve: 'CVE-2025-1007', affected: ['rhel-9:firefox'] }], {
    products: RHEL,
    purls,
  });
  assert.equal(read('csaf-redhat', document).open, ['el9 firefox CVE-2025-1007 none']);
});

const SLE = {
  'SLES 15 SP4': 'cpe:/o:suse:sles:15:sp4',
  'SLES 15 SP4-LTSS': 'cpe:/o:suse:sles-ltss:15:sp4',
  'SLES 15 SP6': 'cpe:/o:suse:sles:15:sp6',
  'openSUSE Leap 15.6': 'cpe:/o:opensuse:leap:15.6',
  'SUSE Manager Server 4.3': 'cpe:/o:suse:suse-manager-server:4.3',
};
const suse = (part: string, upstream?: string) =>
  `pkg:rpm/suse/${part}${upstream === undefined ? '' : `?upstream=${upstream}.src.rpm`}`;

test('SUSE tells the source package by its file, or names the source package itself', () => {
  const purls = {
    libpcre1: suse('libpcre1@', 'pcre'),
    pcre: suse('pcre@'),
    libopenssl3: suse('libopenssl3@', 'openssl-3'),
    // As SUSE writes it: a part of the name stands as the version.
    'libjavascriptcoregtk-4_0-18': suse('libjavascriptcoregtk@4_0-18', 'webkit2gtk3'),
    'openssl-1_1': suse('openssl@1_1'),
    'tiff-4.0.9-150000.45.1': suse('tiff@4.0.9-150000.45.1', 'tiff-4.0.9-150000.45.1'),
    'kernel-default': suse('kernel-default@', 'kernel-source'),
  };
  const document = suseDocument(
    [
      {
        cve: 'CVE-2025-2001',
        affected: [
          ...Object.keys(purls).map((part) => `SLES 15 SP6:${part}`),
          'SUSE Manager Server 4.3:pcre',
        ],
        remedies: [['no_fix_planned', 'There is no fix planned for these products.\n', ['SLES 15 SP6:pcre']]],
      },
    ],
    { products: SLE, purls },
  );
  assert.equal(read('csaf-suse', document), {
    open: [
      'sle15.6 kernel-default CVE-2025-2001 none',
      'sle15.6 kernel-source CVE-2025-2001 none',
      'sle15.6 openssl-1_1 CVE-2025-2001 none',
      'sle15.6 openssl-3 CVE-2025-2001 none',
      'sle15.6 pcre CVE-2025-2001 none',
      'sle15.6 tiff CVE-2025-2001 none',
      'sle15.6 webkit2gtk3 CVE-2025-2001 none',
    ],
    counts: { open: 7, mended: 0, ...NOTHING_LEFT, elsewhere: 1 },
  });
});

test('a fix of what was built from a source mends that source there, LTSS with it and Leap by its service pack', () => {
  const purls = {
    'libpcre1-8.45-8.7.1': suse('libpcre1@8.45-8.7.1', 'pcre-8.45-8.7.1'),
    pcre: suse('pcre@'),
  };
  const document = suseDocument(
    [
      {
        cve: 'CVE-2025-2002',
        fixed: ['SLES 15 SP4-LTSS:libpcre1-8.45-8.7.1', 'SLES 15 SP6:libpcre1-8.45-8.7.1'],
        affected: ['SLES 15 SP4:pcre', 'openSUSE Leap 15.6:pcre'],
      },
      { cve: 'CVE-2025-2003', affected: ['SLES 15 SP4:pcre', 'openSUSE Leap 15.6:pcre'] },
    ],
    { products: SLE, purls },
  );
  assert.equal(read('csaf-suse', document), {
    open: ['leap15.6 pcre CVE-2025-2003 none', 'sle15.4 pcre CVE-2025-2003 none'],
    counts: { open: 2, mended: 2, ...NOTHING_LEFT },
  });
});

test.run();
