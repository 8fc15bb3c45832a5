// needs: pdf
// Independent programs judge the reports' PDFs: veraPDF checks PDF/UA-1, and poppler reads their text.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DEFAULT_LEVELS, hostRow, SEEN } from './rows.testing.ts';
import { complianceReport } from './domain/compliance.ts';
import { vulnerabilityReport } from './domain/vulnerability.ts';
import { historyReport } from './domain/history.ts';
import { auditReport } from './domain/auditRows.ts';
import type { Report, ReportAsked, ReportInput, ReportType } from './domain/types.ts';
import { writePdf } from './task/pdf/report.ts';

const run = promisify(execFile);
const RUN = path.join(import.meta.dirname, '../../test/lab/verapdf/run.sh');
const test = suite<{ dir: string }>('PDFs by other readers');

test.before((world) => void (world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-pdf-ua-'))));
test.after(({ dir }) => rmSync(dir, { recursive: true }));

const MAKERS: Readonly<Record<ReportType, (asked: ReportAsked) => Report>> = {
  compliance: complianceReport,
  vulnerability: vulnerabilityReport,
  'patch-history': historyReport,
  audit: auditReport,
};

/** Writes a report on some hosts, each name of which is a trial; none: an empty fleet. */
async function write(dir: string, type: ReportType, names: readonly string[]): Promise<string> {
  const file = path.join(mkdtempSync(path.join(dir, 'own-')), `${type}-${names.length}.pdf`);
  const asked: ReportAsked = {
    type,
    madeAt: SEEN,
    from: new Date('2026-01-01'),
    to: SEEN,
    group: null,
    isLimited: false,
    levels: DEFAULT_LEVELS,
    staleAfterMs: 5_400_000,
    excepted: new Set(),
    jobsKeptSince: new Date(0),
    auditArchivedBefore: null,
    exposure: null,
  };
  const report = MAKERS[type](asked);
  if (type === 'compliance' || type === 'vulnerability')
    for (const [index, name] of names.entries()) report.take(hostRow(name, index));
  await writePdf(report.summary(), { ...asked, madeBy: 'Ольга', file } as ReportInput);
  return file;
}

const HOSTILE = [
  `=cmd|'/C calc'!A0`,
  'Ωμέγα.example.org',
  'Москва.example.org',
  '\u202egnp.exe',
  '😀 שלום',
  '<script>alert(1)</script>',
  '(\\)%PDF-1.7 endobj',
  'x'.repeat(253),
  ...Array.from({ length: 120 }, (_none, index) => `host-${index}.example.org`),
];

test('each report is PDF/UA-1, full of odd names and empty', async ({ dir }) => {
  const files: string[] = [];
  for (const type of Object.keys(MAKERS) as ReportType[])
    for (const names of [HOSTILE, []]) files.push(await write(dir, type, names));
  const { stdout } = await run(RUN, files, { env: process.env, maxBuffer: 10_000_000 });
  const judged = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { checks: number; broken: string[] });
  assert.is(judged.length, files.length);
  for (const [index, { checks, broken }] of judged.entries()) {
    assert.equal([...new Set(broken)], [], files[index]);
    assert.ok(checks > 500, `${files[index]}: ${checks} checks`);
  }
});

test('poppler reads what is there, in its order, and each odd name by its letters or code points', async ({
  dir,
}) => {
  const file = await write(dir, 'compliance', HOSTILE);
  const { stdout } = await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], {
    maxBuffer: 10_000_000,
  });
  const text = stdout.replaceAll(/\s+/g, ' ');
  const order = [
    'Compliance report',
    'Period: 2026-01-01',
    'Figures',
    'Hosts by compliance status',
    'Page 1 of',
  ];
  for (const part of order) assert.ok(text.includes(part), part);
  assert.ok(text.indexOf('Figures') < text.indexOf('Hosts by compliance status'));
  assert.ok(text.includes('for Ольга'));
  const found = new RegExp(`Hosts ${HOSTILE.length} All live hosts`);
  assert.match(text, found);
  for (const part of [
    'Ωμέγα.example',
    'Москва.example',
    '[U+202E]gnp.exe',
    '[U+1F600]',
    '<script>',
    '%PDF-1.7',
  ])
    assert.ok(text.includes(part), part);
  for (let index = 0; index < 120; index += 1) assert.ok(text.includes(`host-${index}.`), `${index}`);
});

test('what is broken is told', async ({ dir }) => {
  const file = path.join(dir, 'plain.pdf');
  const { default: PDFDocument } = await import('pdfkit');
  const { createWriteStream } = await import('node:fs');
  const { pipeline } = await import('node:stream/promises');
  const doc = new PDFDocument();
  const written = pipeline(doc as unknown as NodeJS.ReadableStream, createWriteStream(file));
  doc.text('untagged');
  doc.end();
  await written;
  const { stdout } = await run(RUN, [file], { env: process.env });
  assert.ok((JSON.parse(stdout) as { broken: string[] }).broken.length > 3);
});

test.run();
