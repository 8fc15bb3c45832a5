import { css, html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { countText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { dataDates } from '#web/domain/exposure/dataSets.ts';
import { cvePageHref, levelsText, unfixedSources } from '#web/domain/exposure/texts.ts';
import { cveColumns, cveThreatColumn } from '#web/domain/exposure/threat.ts';
import { asker } from '#web/domain/host/asker.ts';
import { texts } from './texts.ts';

type Cve = Schemas['Cve'];

interface Counts {
  open: number;
  exploited: number;
  late: number;
  withoutFix: number;
  /** CVEs without a fix that do not count on this host. */
  setAside: number;
  unknown: number;
  /** When the list was read that the figures are from, if none can be read now; else null. */
  readAt: string | null;
  levels: Schemas['ServiceLevels'];
}

const common: readonly Column<Cve>[] = [...cveColumns, cveThreatColumn];

const columns: readonly Column<Cve>[] = [
  ...common,
  {
    key: 'fixed',
    header: 'Fixed in',
    minRem: 12,
    grow: 1,
    priority: 3,
    isLong: true,
    render: ({ packages }) =>
      packages.map(
        ({ name, fixed_version: version }) => html`<div>${safeName(name)} ${safeName(version)}</div>`,
      ),
  },
];

const columnsWithoutFix: readonly Column<Cve>[] = [
  ...common,
  {
    key: 'sources',
    header: 'In source package',
    minRem: 14,
    grow: 1,
    priority: 3,
    isLong: true,
    render: ({ without_fix: without }) => unfixedSources(without),
  },
];

const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  h3 {
    font-size: var(--fm-size-body);
    font-weight: 500;
  }
`;

/** The tab of a host's page: which CVEs are open there, and how its pending patches stand. */
export class FmHostExposure extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { hostId: {} };
  declare hostId: string;
  readonly #counts = new Resource<Counts, readonly [string]>(this, {
    args: () => (this.hostId === '' ? null : [this.hostId]),
    read: async ([id], signal) => {
      const cves = { host_id: id, limit: 1 };
      const [host, open, exploited, late, withoutFix] = await Promise.all([
        must(api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } }, signal })),
        must(api.GET('/api/v1/exposure/cves', { params: { query: cves }, signal })),
        must(api.GET('/api/v1/exposure/cves', { params: { query: { ...cves, exploited: true } }, signal })),
        must(
          api.GET('/api/v1/exposure/patches', { params: { query: { ...cves, standing: 'late' } }, signal }),
        ),
        must(api.GET('/api/v1/exposure/cves', { params: { query: { ...cves, fix: 'none' } }, signal })),
      ]);
      return {
        open: open.total,
        exploited: exploited.total,
        late: late.total,
        levels: late.levels,
        withoutFix: withoutFix.total,
        setAside: withoutFix.set_aside,
        unknown: withoutFix.unknown,
        readAt: host.patches_total === null ? host.patches_polled_at : null,
      };
    },
  });
  readonly #dataSets = new Resource<Schemas['ExposureDataSetList']>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/exposure/data-sets', { signal })),
  });
  readonly #cves = new PagedList<Cve, { host_id: string }>(this, {
    query: () => (this.hostId === '' ? null : { host_id: this.hostId }),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/cves', { params, signal }));
      return { rows: list.cves, total: list.total, cursor: list.next_cursor };
    },
  });

  readonly #unfixed = new PagedList<Cve, { host_id: string; fix: 'none' }>(this, {
    query: () => (this.hostId === '' ? null : { host_id: this.hostId, fix: 'none' }),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/cves', { params, signal }));
      return { rows: list.cves, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.hostId = '';
  }

  override render(): TemplateResult {
    return html`${renderReading(this.#counts, { what: 'the figures', complete: (counts) => this.#figures(counts) })}
      ${dataDates(this.#dataSets)} ${this.#links()}
      <h3>${texts.cves}</h3>
      ${renderReading(this.#cves, {
        what: 'the CVEs',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<fm-state kind="empty" heading=${texts.noCves}>${texts.noCvesText}</fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="CVEs of this host"
            .rows=${rows}
            .columns=${columns}
            .rowKey=${({ cve }: Cve) => cve}
            .rowHref=${({ cve }: Cve) => cvePageHref(cve)}
            .total=${this.#cves.total}
            @fm-near-end=${() => this.#cves.more()}
          ></fm-table>`,
      })}
      ${(this.#unfixed.total ?? 0) === 0 ? nothing : this.#withoutFix()}`;
  }

  #withoutFix(): TemplateResult {
    return html`<h3>${texts.withoutFix}</h3>
      <p class="quiet">${texts.withoutFixHint}</p>
      ${renderReading(this.#unfixed, {
        what: 'the CVEs without a fix',
        complete: (rows) =>
          html`<fm-table
            label=${texts.withoutFix}
            .rows=${rows}
            .columns=${columnsWithoutFix}
            .rowKey=${({ cve }: Cve) => cve}
            .rowHref=${({ cve }: Cve) => cvePageHref(cve)}
            .total=${this.#unfixed.total}
            @fm-near-end=${() => this.#unfixed.more()}
          ></fm-table>`,
      })}`;
  }

  /** Without the catalogue it is not known which CVEs are exploited, and that is not zero. */
  #figures({ open, exploited, late, withoutFix, setAside, unknown, readAt, levels }: Counts): TemplateResult {
    const sets = this.#dataSets.value?.data_sets;
    const isKnown = exploited > 0 || (sets?.some(({ kind }) => kind === 'kev') ?? false);
    return html`${
        readAt === null
          ? nothing
          : html`<p class="notice warn">
              <span>${texts.old} <fm-time .datetime=${readAt}></fm-time>. ${texts.oldMeans}</span>
            </p>`
      }
      <dl class="facts">
        <dt>${texts.open}</dt>
        <dd>${countText(open)}</dd>
        <dt>${texts.exploited}</dt>
        <dd>${isKnown ? countText(exploited) : texts.notKnown}</dd>
        <dt>${texts.withoutFix}</dt>
        <dd>${withoutFix === 0 ? texts.noneKnown : countText(withoutFix)}</dd>
        <dt>${texts.late}</dt>
        <dd>${countText(late)}</dd>
      </dl>
      <p class="quiet small">${levelsText(levels)}</p>
      ${setAside === 0 ? nothing : html`<p class="quiet small">${texts.setAside(setAside)}</p>`}
      ${unknown === 0 ? nothing : html`<p class="quiet small">${texts.unknown(unknown)}</p>`}`;
  }

  #links(): TemplateResult {
    const host = encodeURIComponent(this.hostId);
    return html`<p class="row">
      ${asker.serves('listAdvisories') ? html`<a href="/patch-order?host=${host}">${texts.order}</a>` : nothing}
      ${
        asker.serves('listExposureExceptions')
          ? html`<a href="/exceptions?host=${host}">${texts.exceptions}</a>`
          : nothing
      }
    </p>`;
  }
}

define('fm-host-exposure', FmHostExposure);
