import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter } from '#web/components/fm-filter-bar/address.ts';
import type { Filter } from '#web/components/fm-filter-bar/fm-filter-bar.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { countText, plural } from '#web/core/format.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { navigate } from '#web/core/router.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import { dataDates } from '#web/domain/exposure/dataSets.ts';
import { jobFor, readPatches } from '#web/domain/exposure/patches.ts';
import { patchTexts } from '#web/domain/exposure/patchTexts.ts';
import { packagePatchesHref, severityBadge, severityText } from '#web/domain/exposure/texts.ts';
import { readGroupNames, type GroupNames } from '#web/domain/group/names.ts';
import { asker } from '#web/domain/host/asker.ts';
import { readHost } from '#web/domain/host/changes.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import { texts } from './texts.ts';

type Row = Schemas['PatchOrderItem'];
type Where = readonly [group: string | null, host: string | null];

/** The most that the manager ranks in one answer. */
const MOST = 500;

/** What to patch first, with the reasons in whole sentences. */
export class FmPagePatchOrder extends FmPage {
  static override properties = { busyWith: { state: true }, onlyHeld: { state: true } };
  /** The package whose hosts are being read for a job. */
  declare busyWith: string | null;
  /** The package that is held on every host that lacks it. */
  declare onlyHeld: string | null;
  readonly #action = new Action(this);
  readonly #order = new Resource<Schemas['PatchOrder'], Where>(this, {
    args: () => this.#where(),
    read: ([group, host], signal) => {
      const query = {
        limit: MOST,
        ...(group ? { group_id: group } : {}),
        ...(host ? { host_id: host } : {}),
      };
      return must(api.GET('/api/v1/exposure/order', { params: { query }, signal }));
    },
  });
  readonly #dataSets = new Resource<Schemas['ExposureDataSetList']>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/exposure/data-sets', { signal })),
  });
  readonly #groups = new Resource<GroupNames>(this, {
    args: () => (asker.serves('listGroups') ? [] : null),
    read: (_, signal) => readGroupNames(signal),
  });
  readonly #host = new Resource<Schemas['Host'], readonly [string]>(this, {
    args: () => {
      const id = this.query.get('host');
      return id ? [id] : null;
    },
    read: ([id], signal) => readHost(id, signal),
  });
  readonly #columns: readonly Column<Row>[] = [
    { key: 'rank', header: 'Rank', minRem: 4, align: 'end', render: ({ rank }) => countText(rank) },
    {
      key: 'package',
      header: 'Package',
      minRem: 11,
      grow: 1,
      isRowHeader: true,
      render: (row) => safeName(row.package),
    },
    {
      key: 'hosts',
      header: 'Hosts',
      minRem: 5,
      align: 'end',
      render: ({ hosts }) => countText(hosts),
      text: ({ hosts }) => hosts,
    },
    {
      key: 'reasons',
      header: 'Why',
      minRem: 18,
      grow: 3,
      render: ({ reasons }) => reasons.map((reason) => html`<div>${safeLine(reason)}</div>`),
      text: ({ reasons }) => reasons.join(' '),
    },
    {
      key: 'severity',
      header: 'Severity',
      minRem: 8,
      priority: 3,
      render: ({ severity }) => severityBadge(severity),
      text: ({ severity }) => severityText(severity),
    },
    {
      key: 'overdue',
      header: 'Overdue hosts',
      minRem: 6,
      align: 'end',
      priority: 4,
      render: ({ hosts_overdue: hosts }) => countText(hosts),
      text: ({ hosts_overdue: hosts }) => hosts,
    },
    {
      key: 'cves',
      header: 'CVEs',
      minRem: 5,
      align: 'end',
      priority: 5,
      isExtra: true,
      render: ({ cves }) => countText(cves),
      text: ({ cves }) => cves,
    },
    {
      key: 'due',
      header: 'First due',
      minRem: 8,
      priority: 5,
      render: ({ earliest_due_at: at }) => html`<fm-time .datetime=${at} missing="Not recorded"></fm-time>`,
      text: ({ earliest_due_at: at }) => at ?? 'not recorded',
    },
  ];
  readonly #jobColumn: Column<Row> = {
    key: 'job',
    header: 'Job',
    minRem: 9,
    priority: 2,
    text: () => '',
    render: (row) => this.#jobButton(row),
  };
  readonly #withJobs = [...this.#columns, this.#jobColumn];

  constructor() {
    super();
    this.busyWith = null;
    this.onlyHeld = null;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Patch priorities">
        <p>${texts.what}</p>
        ${dataDates(this.#dataSets)}
      </fm-page-header>
      ${this.#filterBar()} ${errorNotice(this.#action.problem)}
      ${
        this.onlyHeld === null
          ? nothing
          : html`<p class="notice warn" role="alert">
              ${icon('warning')}
              <span><strong>${safeName(this.onlyHeld)}</strong>: ${patchTexts.onlyHeld}</span>
            </p>`
      }
      ${renderReading(this.#order, {
        what: 'the priorities',
        isEmpty: ({ packages }) => packages.length === 0,
        empty: () => this.#none(),
        complete: (order) => this.#table(order),
      })}
    </div>`;
  }

  #table({ packages, total, computed_at: at }: Schemas['PatchOrder']): TemplateResult {
    const [group, host] = this.#where();
    const mayRun = asker.may('jobs:run') && asker.serves('createJob');
    return html`<p class="quiet small" role="status">
        ${plural(total, 'package')}, ranked <fm-time .datetime=${at}></fm-time>.
        ${packages.length < total ? `Showing the first ${countText(packages.length)}. ${texts.cut}` : nothing}
      </p>
      <fm-table
        label="Patch priorities"
        name="patch-order"
        .rows=${packages}
        .columns=${mayRun ? this.#withJobs : this.#columns}
        .rowKey=${(row: Row) => row.package}
        .rowHref=${(row: Row) => packagePatchesHref(row.package, { group, host })}
        .total=${packages.length}
      ></fm-table>`;
  }

  #jobButton(row: Row): TemplateResult {
    const isBusy = this.busyWith === row.package;
    return html`<button
      ?disabled=${this.busyWith !== null}
      aria-label="New job for ${safeName(row.package)}"
      @click=${() => void this.#newJob(row.package)}
    >
      ${isBusy ? texts.gathering : texts.newJob}
    </button>`;
  }

  #where(): Where {
    return [this.query.get('group') || null, this.query.get('host') || null];
  }

  #filterBar(): unknown {
    const filters = this.#filters();
    if (filters.length === 0) return nothing;
    return html`<fm-filter-bar
      label="Patch priorities"
      no-search
      .filters=${filters}
      @fm-filter=${putFilter}
      @fm-clear-filters=${showAll}
    ></fm-filter-bar>`;
  }

  #filters(): Filter[] {
    const [group, host] = this.#where();
    const options = [...(this.#groups.value ?? [])].map(([value, label]) => ({
      value,
      label: safeName(label),
    }));
    const groups: Filter[] =
      options.length > 0
        ? [{ name: 'group', label: 'Group', value: group, options }]
        : group === null
          ? []
          : [{ name: 'group', label: 'Group', value: group, valueText: 'one group' }];
    if (host === null) return groups;
    const valueText = this.#host.value ? hostName(this.#host.value) : 'one host';
    return [...groups, { name: 'host', label: 'Host', value: host, valueText }];
  }

  #none(): TemplateResult {
    const isNarrowed = this.#where().some((one) => one !== null);
    if (!isNarrowed) return html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`;
    return html`<fm-state kind="empty" heading=${texts.noneFits}>
      <button slot="actions" @click=${showAll}>${texts.showAll}</button>
    </fm-state>`;
  }

  /** Begins a job for all hosts that lack the package, in the shown group or on the shown host. */
  async #newJob(name: string): Promise<void> {
    if (this.busyWith !== null) return;
    this.busyWith = name;
    this.onlyHeld = null;
    const [group, host] = this.#where();
    await this.#action.run(async () => {
      const query = {
        package: name,
        ...(group ? { group_id: group } : {}),
        ...(host ? { host_id: host } : {}),
      };
      const href = jobFor(await readPatches(query));
      if (!this.isConnected) return;
      if (href === null) this.onlyHeld = name;
      else navigate(href);
    });
    this.busyWith = null;
  }
}

const showAll = (): void => setQuery({ group: null, host: null });

define('fm-page-patch-order', FmPagePatchOrder);
