import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import '#web/domain/exposure/fm-security-patches.ts';
import { unrecordedText, texts } from './texts.ts';

const FIXED = { standing: 'late' } as const;

/** The patches that are beyond their service levels, the longest first. */
export class FmPageLatePatches extends FmPage {
  readonly #figures = new Resource<Schemas['Exposure']>(this, {
    args: () => (features.serves('getExposure') ? [] : null),
    read: (_, signal) => must(api.GET('/api/v1/exposure', { signal })),
  });

  override render(): TemplateResult {
    const unrecorded = this.#figures.value?.patches_not_recorded ?? 0;
    return html`<div class="page">
      <fm-page-header heading="Overdue patches"><p>${texts.what}</p></fm-page-header>
      ${
        unrecorded === 0
          ? nothing
          : html`<p class="notice">
              <span>
                ${unrecordedText(unrecorded)}
                <a href="/late-patches?standing=not_recorded">${texts.showThem}</a>
              </span>
            </p>`
      }
      <fm-security-patches name="late-patches" .query=${this.query} .fixed=${FIXED}></fm-security-patches>
    </div>`;
  }
}

define('fm-page-late-patches', FmPageLatePatches);
