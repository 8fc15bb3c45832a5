import { html, nothing, type TemplateResult } from 'lit';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { countText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import {
  advisoryAbout,
  advisoryName,
  advisoryThreat,
  type Advisory,
} from '#web/domain/exposure/advisories.ts';
import '#web/domain/exposure/fm-security-patches.ts';
import type { Fixed } from '#web/domain/exposure/patchFilters.ts';
import { PatchOn } from '#web/domain/exposure/patchOn.ts';
import { patchTexts } from '#web/domain/exposure/patchTexts.ts';
import { cvePageHref } from '#web/domain/exposure/texts.ts';
import { severityBadge } from '#web/domain/patch/severity.ts';
import { cveColumns, cveThreatColumn, threatChips } from '#web/domain/exposure/threat.ts';
import { texts } from './texts.ts';

type Cve = Schemas['Cve'];

const columns: readonly Column<Cve>[] = [
  ...cveColumns,
  cveThreatColumn,
  { key: 'hosts', header: 'Hosts open', minRem: 6, align: 'end', render: ({ hosts_open: hosts }) => hosts },
];

/** One advisory: what it fixes, which hosts lack it, and a job for them. */
export class FmPageAdvisory extends FmPage {
  #fixed: Fixed = {};
  readonly #patchOn = new PatchOn(this);
  readonly #advisory = new Resource<Advisory, readonly [string]>(this, {
    args: () => [this.#id],
    read: ([id], signal) => {
      const params = { path: { advisory_id: id } };
      return must(api.GET('/api/v1/exposure/advisories/{advisory_id}', { params, signal }));
    },
  });
  readonly #cves = new PagedList<Cve, { advisory_id: string }>(this, {
    query: () => ({ advisory_id: this.#id }),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/cves', { params, signal }));
      return { rows: list.cves, total: list.total, cursor: list.next_cursor };
    },
  });

  get #id(): string {
    return this.params['advisory'] ?? '';
  }

  override render(): TemplateResult {
    if (this.#fixed.advisoryId !== this.#id) this.#fixed = { advisoryId: this.#id };
    const advisory = this.#advisory.value;
    return html`<div class="page">
      <fm-page-header
        heading=${advisory ? advisoryName(advisory) : texts.title}
        .crumbs=${[{ label: texts.priorities, href: '/patch-order' }]}
        .actions=${this.#actions()}
        @fm-action=${() => advisory && void this.#patchOn.advisory(advisory)}
      >
        ${advisory ? advisoryAbout(advisory) : nothing}
      </fm-page-header>
      ${this.#patchOn.notice()}
      ${renderReading(this.#advisory, { what: 'the advisory', complete: (one) => this.#whole(one) })}
    </div>`;
  }

  #whole(advisory: Advisory): TemplateResult {
    return html`${factsOf(advisory)}
      <h2>${texts.cves}</h2>
      ${renderReading(this.#cves, {
        what: 'the CVEs',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<fm-state kind="empty" heading=${texts.noCves}>${texts.noCvesText}</fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label=${texts.cves}
            .rows=${rows}
            .columns=${columns}
            .rowKey=${({ cve }: Cve) => cve}
            .rowHref=${({ cve }: Cve) => cvePageHref(cve)}
            .total=${this.#cves.total}
            @fm-near-end=${() => this.#cves.more()}
          ></fm-table>`,
      })}
      <h2>${texts.patches}</h2>
      <fm-security-patches
        name="advisory-patches"
        .query=${this.query}
        .fixed=${this.#fixed}
      ></fm-security-patches>`;
  }

  #actions(): PageAction[] {
    const advisory = this.#advisory.value;
    const hosts = advisory ? advisory.hosts - advisory.hosts_held : 0;
    if (hosts === 0 || !this.#patchOn.isOffered) return [];
    const reason = this.#patchOn.isBusy ? patchTexts.gathering : null;
    return [{ key: 'job', label: patchTexts.patchOn(hosts), icon: 'plus', tone: 'primary', reason }];
  }
}

const factsOf = (one: Advisory): TemplateResult =>
  html`<dl class="facts">
    <dt>Severity</dt>
    <dd>${severityBadge(one.severity)}</dd>
    <dt>Threat</dt>
    <dd>${threatChips(advisoryThreat(one))}</dd>
    <dt>Fixed in</dt>
    <dd>${safeName(one.fixed_version)}</dd>
    <dt>Distribution</dt>
    <dd>${safeName(one.distribution ?? texts.notKnown)}</dd>
    ${
      one.source === null
        ? nothing
        : html`<dt>${texts.source}</dt>
            <dd>${safeName(one.source)}</dd>`
    }
    <dt>Packages</dt>
    <dd>${one.packages.map(safeName).join(', ')}</dd>
    <dt>Hosts</dt>
    <dd>
      ${countText(one.hosts)}${one.hosts_held === 0 ? nothing : html`<div class="quiet small">${texts.held(one.hosts_held)}</div>`}
    </dd>
    <dt>Overdue hosts</dt>
    <dd>${countText(one.hosts_overdue)}</dd>
    <dt>First due</dt>
    <dd><fm-time .datetime=${one.earliest_due_at} mode="date" missing="Not recorded"></fm-time></dd>
  </dl>`;

define('fm-page-advisory', FmPageAdvisory);
