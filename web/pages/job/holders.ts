import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { ofHostsText } from '../../domain/job/reviewTexts.ts';
import { isEnded } from '../../domain/job/text.ts';
import { icon } from '../../icons/icons.ts';

type Job = Schemas['Job'];
export type Holder = Schemas['JobHolder'];

/** A host at work; one that is to restart may be held, too. */
const AT_WORK: readonly string[] = ['dispatching', 'running', 'verifying', 'rolling_back'];

/** Names a standstill, so that what holds the job is read once for each; null: hosts are at work, or the job is over. */
export function standstill(job: Job, hosts: Iterable<Schemas['JobHost']>): string | null {
  if (isEnded(job) && !job.dry_run) return null;
  const counts = new Map<string, number>();
  for (const { state, reason } of hosts) {
    if (AT_WORK.includes(state)) return null;
    const key = `${state} ${reason ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [job.state, ...[...counts].map(([key, count]) => `${key} ${count}`).sort()].join(', ');
}

const KINDS: Readonly<Record<Holder['kind'], string>> = {
  window: 'Maintenance window',
  freeze: 'Freeze',
  check: 'Health check',
  tag: 'Another host with the tag',
  approval: 'Second approval',
  host: 'Retry',
  schedule: 'Scheduled start',
  other: 'Plugin',
};

/** Why nothing happens: what holds the job, by name, until when, and how many hosts. Nothing: nothing holds it. */
export function holdersCard(held: readonly Holder[]): TemplateResult | typeof nothing {
  if (held.length === 0) return nothing;
  return html`<section class="card stack tight" aria-label="Waiting for">
    <h2>${icon('clock')} Waiting for</h2>
    <ul>
      ${held.map(holderLine)}
    </ul>
  </section>`;
}

function holderLine(holder: Holder): TemplateResult {
  const { kind, name, until, hosts_total: hosts } = holder;
  if (kind === 'host') return hostLine(holder);
  return html`<li>
    ${KINDS[kind]}${name === null ? nothing : html` <strong>${safeName(name)}</strong>`}:
    ${plural(hosts, 'host')}${until === null ? nothing : html`, until <fm-time .datetime=${until} mode="absolute"></fm-time>`}
  </li>`;
}

/** What is the matter with hosts by themselves: “Unreachable: web1, next attempt on 30 Nov 2026, 01:00 UTC”. */
const hostLine = ({ id, name, reason, until, hosts_total: hosts }: Holder): TemplateResult =>
  html`<li>
    ${ofHostsText(reason) ?? KINDS.host}:
    ${id === null || name === null ? plural(hosts, 'host') : html`<a href="/hosts/${id}">${safeName(name)}</a>`}${
      until === null
        ? nothing
        : html`, next attempt on <fm-time .datetime=${until} mode="absolute"></fm-time>`
    }
  </li>`;
