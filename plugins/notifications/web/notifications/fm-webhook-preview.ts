import { css, html, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

/** What a receiver of `format` would get of an example. */
export class FmWebhookPreview extends FmElement {
  static override styles = [
    FmElement.styles,
    css`
      .text {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      pre {
        max-height: 20rem;
        overflow: auto;
      }
    `,
  ];
  static override properties = { format: { attribute: false } };
  declare format: Schemas['WebhookFormat'];
  readonly #preview = new Resource<Schemas['WebhookPreview'], [Schemas['WebhookFormat']]>(this, {
    args: () => [this.format],
    read: ([format], signal) =>
      must(api.GET('/api/v1/webhook-preview', { params: { query: { format } }, signal })),
  });

  constructor() {
    super();
    this.format = 'fleetmend';
  }

  override render(): TemplateResult {
    return html`<section class="card stack" aria-label=${texts.preview}>
      <h3>${texts.preview}</h3>
      <p>${texts.previewOf}</p>
      ${renderReading(this.#preview, {
        what: 'the preview',
        complete: ({ title, text, body }) =>
          html`<p><strong>${title}</strong></p>
            <p class="text">${text}</p>
            <details>
              <summary>${texts.previewBody}</summary>
              <pre tabindex="0">${body}</pre>
            </details>`,
      })}
    </section>`;
  }
}

define('fm-webhook-preview', FmWebhookPreview);
