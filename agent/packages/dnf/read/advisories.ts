import type { Advisory } from '../../rpm/rpmDriver.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { formatEvr } from '#server/shared/versions/rpm.ts';
import { clearingOptions } from './excludes.ts';
import type { DnfTool } from '../tool.ts';
import { askDnf } from './offers.ts';

const severities: Readonly<Record<string, Advisory['severity']>> = {
  low: 'low',
  moderate: 'moderate',
  medium: 'moderate',
  important: 'important',
  high: 'important',
  critical: 'critical',
};

function severityOf(text: string | undefined): Advisory['severity'] {
  return severities[(text ?? '').toLowerCase()] ?? null;
}

/** Parses `name-[epoch:]version-release.arch`; null for any other text. */
export function parseNevra(text: string): Advisory['packages'][number] | null {
  const match = /^(.+)-(?:(\d+):)?([^-:]+)-([^-:]+)\.([^.]+)$/.exec(text);
  if (!match) return null;
  const [, name = '', epoch = '0', version = '', release = '', arch = ''] = match;
  return { name, arch, version: formatEvr({ epoch, version, release }) };
}

/**
 * The advisories about versions above the installed ones. dnf 4 prints two texts, a list with the packages and
 * details with the CVEs; dnf5 prints one JSON.
 */
export async function readAdvisories(
  context: RpmContext,
  tool: DnfTool,
  signal?: AbortSignal,
): Promise<Advisory[]> {
  const options = [...(await tool.readOptions(context)), ...(await clearingOptions())];
  const ask = (args: readonly string[]) => askDnf(context, options, args, signal);
  if (tool.generation === 5) return parseJson(await ask(['advisory', 'info', '--json', '--available']));
  const [list, info] = await Promise.all([
    ask(['updateinfo', 'list', '--updates']),
    ask(['updateinfo', 'info', '--updates']),
  ]);
  return parseTexts(list, info);
}

interface JsonAdvisory {
  Name: string;
  Severity?: string;
  Type?: string;
  references?: { Id?: string; Type?: string }[];
  collections?: { packages?: string[] };
}

/** Parses `dnf5 advisory info --json`. */
export function parseJson(output: string): Advisory[] {
  if (output.trim() === '') return [];
  return (JSON.parse(output) as JsonAdvisory[]).map((one) => ({
    id: one.Name,
    security: one.Type === 'security',
    severity: severityOf(one.Severity),
    cves: cvesOf((one.references ?? []).filter(({ Type }) => Type === 'cve').map(({ Id }) => Id ?? '')),
    packages: (one.collections?.packages ?? []).flatMap((text) => parseNevra(text) ?? []),
  }));
}

const cvesOf = (texts: readonly string[]) => [
  ...new Set(texts.flatMap((text) => text.match(/CVE-\d{4}-\d{4,}/g) ?? [])),
];

/** Parses dnf 4's `updateinfo list` (advisory, kind, package a line) and `updateinfo info` (blocks of fields). */
export function parseTexts(list: string, info: string): Advisory[] {
  const cves = new Map<string, string[]>();
  for (const block of info.split(/^={5,}\n {2}.*\n={5,}\n/m)) {
    const id = /^ *Update ID *: (\S+)/m.exec(block)?.[1];
    if (id !== undefined) cves.set(id, cvesOf(fieldOf(block, 'CVEs')));
  }
  const advisories = new Map<string, Advisory>();
  for (const line of list.split('\n')) {
    const [id, kind, text] = line.trim().split(/\s+/);
    const found = text === undefined ? null : parseNevra(text);
    if (!id || !kind || !found) continue;
    const security = /\/Sec\.$|^security$/i.test(kind);
    const severity = security ? severityOf(kind.split('/')[0]) : null;
    const advisory = advisories.get(id) ?? { id, security, severity, cves: cves.get(id) ?? [], packages: [] };
    advisory.packages.push(found);
    advisories.set(id, advisory);
  }
  return [...advisories.values()];
}

/** The values of a field: the first on the line of its name, the others on lines that begin with a bare colon. */
function fieldOf(block: string, name: string): string[] {
  const lines = block.split('\n');
  const start = lines.findIndex((line) => new RegExp(`^ *${name} *: `).test(line));
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !/^ *: /.test(line));
  return [lines[start] ?? '', ...rest.slice(0, end < 0 ? rest.length : end)];
}
