import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { RowSelection } from './rowSelection.ts';

/** The checkbox in the header. */
export function selectAllCell(label: string, selection: RowSelection): TemplateResult {
  return html`<div class="cell check" role="columnheader" data-text=${label}>
    <input
      type="checkbox"
      tabindex="-1"
      aria-label=${label}
      title=${label}
      .checked=${live(selection.all === 'all')}
      .indeterminate=${live(selection.all === 'some')}
      @change=${() => selection.switchAll()}
    />
  </div>`;
}
