import { html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import '#web/components/fm-table/fm-table.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { Resource } from '#web/core/resource.ts';
import { patchColumns } from '#web/domain/exposure/patchColumns.ts';
import type { Patch } from '#web/domain/exposure/patches.ts';
import { texts } from './texts.ts';

/** So many are read; whoever has more looks at all of them in their list. */
const MOST_READ = 200;
const ALL_HREF = '/late-patches?standing=any&held=true';
const columns = patchColumns({ hasPackages: true, mayExcept: true });

/**
 * The held patches that count as missing, each with the way to an exception. Nothing where there is none. `reads` is
 * another number whenever they are to be read again.
 */
export class FmHeldPatches extends FmElement {
  static override properties = { reads: { type: Number } };
  declare reads: number;
  readonly #held = new Resource<{ rows: Patch[]; more: number }, readonly [number]>(this, {
    args: () => [this.reads],
    keepsValue: true,
    read: async (_, signal) => {
      const query = { held: true, limit: MOST_READ };
      const list = await must(api.GET('/api/v1/exposure/patches', { params: { query }, signal }));
      const rows = list.patches.filter(({ standing }) => standing !== 'excepted');
      return { rows, more: list.total - list.patches.length };
    },
  });

  constructor() {
    super();
    this.reads = 0;
  }

  override render(): TemplateResult {
    return html`${renderReading(this.#held, {
      what: 'the held patches',
      isEmpty: ({ rows }) => rows.length === 0,
      empty: () => html``,
      complete: ({ rows, more }) =>
        html`<section class="stack tight" aria-label=${texts.held}>
          <h2>${texts.held}</h2>
          <fm-table
            label=${texts.held}
            .rows=${rows}
            .columns=${columns}
            .rowHref=${(row: Patch) => `/hosts/${row.host_id}?tab=exposure`}
          ></fm-table>
          ${more > 0 ? html`<p><a href=${ALL_HREF}>${plural(more, texts.moreHeld, texts.moreHeldMany)}</a></p>` : nothing}
        </section>`,
    })}`;
  }
}

define('fm-held-patches', FmHeldPatches);
