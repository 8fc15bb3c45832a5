import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { kindsOf } from '#web/domain/exposure/dates.ts';
import { asker } from '#web/domain/host/asker.ts';
import { icon } from '#web/icons/icons.ts';
import './fm-data-set.ts';
import type { DataSet } from './importing.ts';
import { texts } from './texts.ts';

type List = Schemas['ExposureDataSetList'];

const AGAIN_MS = 3_000;

/**
 * The files that tell which CVEs are exploited and how likely the others are: what was imported, and importing more.
 */
export class FmPageExposureData extends FmPage {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #list = new Resource<List>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/exposure/data-sets', { signal })),
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Vulnerability feeds"><p>${texts.what}</p></fm-page-header>
      ${mayImport() ? nothing : html`<p class="notice">${icon('lock')} <span>${texts.notMine}</span></p>`}
      ${renderReading(this.#list, { what: 'the feeds', complete: (list) => [unreadNotice(list), ...this.#sets(list)] })}
    </div>`;
  }

  #sets(list: List): TemplateResult[] {
    const { kinds, data_sets: sets, sources } = list;
    return kindsOf(list).map(
      (kind) =>
        html`<fm-data-set
          kind=${kind}
          .set=${sets.find((one) => one.kind === kind) ?? null}
          .source=${sources.find((one) => one.kind === kind) ?? null}
          .mayImport=${mayImport() && kinds.includes(kind)}
          .mayFetch=${asker.may('exposure:import') && asker.serves('fetchExposureDataSet') && kinds.includes(kind)}
          .maySet=${asker.may('settings:manage') && asker.serves('updateSettings')}
          @fm-fetched=${() => this.#list.retry()}
          @fm-imported=${({ detail }: CustomEvent<DataSet>) => this.#imported(detail)}
        ></fm-data-set>`,
    );
  }

  #imported(set: DataSet): void {
    this.#list.change((list) => ({
      ...list,
      data_sets: [...list.data_sets.filter(({ kind }) => kind !== set.kind), set],
    }));
  }

  /** Reads the list again until everything is applied and fetched. */
  protected override updated(): void {
    const { data_sets: sets = [], sources = [] } = this.#list.value ?? {};
    const isMoving = sets.some(({ applied }) => !applied) || sources.some(({ under_way: is }) => is);
    if (!isMoving || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#list.reload();
    }, AGAIN_MS);
  }
}

const unreadNotice = ({ kinds }: List): TemplateResult | typeof nothing =>
  kinds.length > 0 ? nothing : html`<p class="notice">${icon('info')} <span>${texts.unread}</span></p>`;

const mayImport = (): boolean => asker.may('exposure:import') && asker.serves('importExposureDataSet');

define('fm-page-exposure-data', FmPageExposureData);
