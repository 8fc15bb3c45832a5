import { html, type TemplateResult } from 'lit';
import { define, FmElement } from '#web/core/element.ts';
import '#web/domain/enrollment/fm-enroll-host.ts';
import { icon } from '#web/icons/icons.ts';

/** What an empty fleet shows: the line that enrolls the first host, and a note that the page waits for it. */
export class FmFirstHost extends FmElement {
  override render(): TemplateResult {
    return html`<section class="card">
      <h2>Enroll the first host</h2>
      <div class="stack">
        <fm-enroll-host></fm-enroll-host>
        <p class="quiet">${icon('live')} This page updates automatically when the host appears.</p>
      </div>
    </section>`;
  }
}

define('fm-first-host', FmFirstHost);
