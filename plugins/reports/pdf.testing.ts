import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ReportInput, Summary } from './domain/types.ts';
import type { World } from './reports.testing.ts';
import { printable } from './task/pdf/printable.ts';
import { writePdf } from './task/pdf/report.ts';

interface Node {
  role?: string;
  type?: string;
  id?: string;
  alt?: string;
  children?: Node[];
}

interface Read {
  pages: string[];
  /** Roles of all elements, in reading order; once for each page that has a part of them. */
  roles: string[];
  /** Alternative texts of pictures. */
  alts: string[];
  /** Texts that are neither in the tree nor marked as decoration. */
  untagged: string[];
  isMarked: boolean;
  language: string;
  title: string;
}

/** Reads the PDF with another library than the one that writes it. */
async function readPdf(bytes: Buffer): Promise<Read> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await loading.promise;
  const read: Read = {
    pages: [],
    roles: [],
    alts: [],
    untagged: [],
    isMarked: false,
    language: '',
    title: '',
  };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const ids = walk((await page.getStructTree()) as Node, read);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    read.pages.push(textsOf(items as Item[], ids, read));
  }
  const marks = (await pdf.getMarkInfo()) as unknown as Map<string, boolean> | { Marked?: boolean } | null;
  read.isMarked = (marks instanceof Map ? marks.get('Marked') : marks?.Marked) === true;
  const { info } = (await pdf.getMetadata()) as unknown as { info: { Language: string; Title: string } };
  Object.assign(read, { language: info.Language, title: info.Title });
  await loading.destroy();
  return read;
}

function walk(node: Node | null, read: Read, ids = new Set<string>()): Set<string> {
  if (!node) return ids;
  if (node.id !== undefined) ids.add(node.id);
  if (node.role !== undefined) read.roles.push(node.role);
  if (node.alt !== undefined) read.alts.push(node.alt);
  for (const child of node.children ?? []) walk(child, read, ids);
  return ids;
}

interface Item {
  str?: string;
  type?: string;
  id?: string;
  tag?: string;
}

function textsOf(items: readonly Item[], ids: ReadonlySet<string>, read: Read): string {
  const open: boolean[] = [];
  let text = '';
  for (const { type, id, tag, str } of items) {
    if (type?.startsWith('beginMarkedContent')) open.push(tag === 'Artifact' || ids.has(id ?? ''));
    else if (type === 'endMarkedContent') open.pop();
    else if (str !== undefined) {
      text += `${str}\n`;
      if (str.trim() !== '' && !open.includes(true)) read.untagged.push(str);
    }
  }
  return text;
}

/** A period in January that ends after the time of these suites' clock. */
const QUERY = 'format=pdf&from=2026-01-01T00:00:00Z&to=2026-01-15T12:30:00Z';
/** Reports that were downloaded already: each is made once. */
const taken = new Map<string, Promise<Buffer>>();

function download(world: World, pathAndQuery: string): Promise<Buffer> {
  const before = taken.get(pathAndQuery);
  const own = before ?? downloadNow(world, pathAndQuery);
  taken.set(pathAndQuery, own);
  return own;
}

async function downloadNow({ kit }: World, pathAndQuery: string): Promise<Buffer> {
  const headers = { authorization: 'Bearer test-admin' };
  const answer = await fetch(`${kit.url}/api/v1/reports/${pathAndQuery}`, { headers });
  assert.is(answer.status, 200);
  assert.is(answer.headers.get('content-type'), 'application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}

/** What each report has to say of these suites' fleet, counted by hand. */
const EXPECTED = {
  compliance: {
    title: 'Compliance report',
    lines: [
      'Hosts 8 All',
      'Compliant hosts 2 P',
      'share of all hosts 25 % C',
      'Unknown hosts 3 N',
      'Overdue, critical 1 S',
    ],
    alt: 'Hosts by compliance status. compliant: 2; not compliant: 3; unknown: 3.',
  },
  'patch-history': {
    title: 'Patch history',
    lines: ['Runs 4 One', 'Completed runs 3 C', 'Completed, share 75 % C', 'Package changes 5 P'],
    alt: '2026-01-14: 0; 2026-01-15: 5.',
  },
  vulnerability: {
    title: 'Vulnerability report',
    lines: [
      'Unknown hosts 2 N',
      'CVEs 2 D',
      'Findings 7 One',
      'Overdue findings 2 P',
      'CVE-2026-0001 critical 1 0 2026-01-12 0',
      'CVE-2025-0100 unrated 0 0 – 2',
      'Closed patches 3 S',
      'Average time open 11.5 days D',
    ],
    alt: 'critical: 2; important: 1; moderate: 1; low: 1; unrated: 2.',
  },
  audit: {
    title: 'Audit report',
    lines: ['People 2 D', 'Damaged rows 0 R'],
    alt: '2026-01-14: 0; 2026-01-15: ',
  },
};

/** Each PDF, read by another library than the one that writes it. */
export function pdfsAreWhole(test: Test<World>): void {
  test('each report tells its period, its scope, its figures with their meaning, and every bar', async (w) => {
    for (const [type, { title, lines, alt }] of Object.entries(EXPECTED)) {
      const { pages, alts, untagged } = await readPdf(await download(w, `${type}?${QUERY}`));
      const text = pages.join('\n').replaceAll(/\s+/g, ' ');
      assert.ok(
        text.startsWith(
          `${title} Period: 2026-01-01 00:00 UTC to 2026-01-15 12:30 UTC Scope: all hosts Created `,
        ),
      );
      for (const line of lines) assert.ok(text.includes(line), `${type} lacks "${line}": ${text}`);
      assert.ok(alts[0]?.includes(alt), alts[0]);
      for (const [index, page] of pages.entries())
        assert.ok(page.endsWith(`\nPage ${index + 1} of ${pages.length}\n`), page.slice(-50));
      assert.equal(untagged, [], type);
    }
  });

  test('it is tagged, names its language, and brings its fonts along', async (w) => {
    const bytes = await download(w, `vulnerability?${QUERY}`);
    const { roles, isMarked, language, title, alts, pages } = await readPdf(bytes);
    assert.equal([isMarked, language, title, pages.length], [true, 'en', 'Vulnerability report', 2]);
    const count = (role: string): number => roles.filter((one) => one === role).length;
    // Thirteen figures in rows of three cells and three CVEs in rows of six, each with a head; the first cell names its row.
    assert.equal([count('Table'), count('TR'), count('TH'), count('TD')], [2, 18, 25, 41]);
    assert.equal(
      [count('Document'), count('H1'), count('H2'), count('Figure'), alts.length],
      [2, 1, 4, 1, 1],
    );
    const raw = bytes.toString('latin1');
    assert.ok(raw.includes('/FontFile2'), 'embedded');
    for (const [, font] of raw.matchAll(/\/BaseFont \/(\S+)/g))
      assert.match(font ?? '', /^[A-Z]{6}\+DejaVuSans/);
    assert.ok(bytes.length < 100_000, 'what is used of a font, not all of it');
  });

  test('Latin, Greek and Cyrillic are shown, and all else by its code point', async (w) => {
    const text = (await readPdf(await download(w, `compliance?${QUERY}`))).pages
      .join('')
      .replaceAll('\n', '');
    assert.ok(text.includes('Zoë "quoted", [U+1F600]'), text);
    assert.ok(text.includes('Ωμέγα Москва[U+000A]second'), text);
    assert.ok(text.includes('[U+05E9]'));
    const all = (codePoint: number) => codePoint !== 0x391;
    assert.is(printable('a\u202eb\u0000Я\u00ad中', all), 'a[U+202E]b[U+0000]Я[U+00AD][U+4E2D]');
    assert.is(printable('Α', all), '[U+0391]', 'what the font lacks');
    assert.is(printable('e\u0301', all), 'é');
  });

  test('a period without anything, and a group without hosts, have a report too', async (w) => {
    const query = `format=pdf&group_id=${w.groups.empty}&from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z`;
    const { pages, untagged } = await readPdf(await download(w, `patch-history?${query}`));
    assert.match(pages[0] ?? '', /Scope: group “Nobody”, of all hosts/);
    assert.match(pages.join(''), /None\./);
    assert.match(pages.join(''), /what was before is not recorded/);
    assert.equal(untagged, []);
  });

  test('a long table goes on with its head on each page, and says what is left out', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'fleetmend-pdf-'));
    const rows = Array.from({ length: 120 }, (_, index) => [
      `host-${index}-`.repeat(1 + (index % 9) * 6),
      'x',
    ]);
    const summary: Summary = {
      figures: [],
      chart: { title: 'Chart', meaning: 'A chart.', bars: [{ label: 'none', value: 0 }] },
      table: {
        title: 'Rows',
        columns: [
          { label: 'Host', share: 0.6 },
          { label: 'What', share: 0.4 },
        ],
        rows,
        left: 1_234,
      },
      notes: [],
    };
    const [from, to, madeAt] = ['2026-01-01', '2026-02-01', '2026-02-02'].map((day) => new Date(day));
    const file = join(dir, 'long.pdf');
    const input = { type: 'audit', from, to, madeAt, madeBy: 'Olga', group: null, isLimited: true, file };
    try {
      const sizeBytes = await writePdf(summary, input as unknown as ReportInput);
      const bytes = readFileSync(file);
      assert.is(sizeBytes, bytes.length);
      const { pages, untagged } = await readPdf(bytes);
      assert.ok(pages.length > 3);
      for (const page of pages.slice(1, -1)) assert.match(page, /^Host\n\s*What\n/);
      const text = pages.join('');
      for (let index = 0; index < rows.length; index += 1)
        assert.ok(text.includes(`host-${index}-`), `${index}`);
      assert.match(text, /1,234 more are in the CSV/);
      assert.match(text, /not the whole fleet/);
      assert.equal(untagged, []);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
}
