import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-copy/fm-copy.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import { enrollLine, type Installer } from '#web/domain/enrollment/enrollLine.ts';
import { readInstaller } from '#web/domain/enrollment/readInstaller.ts';
import { rotationTexts as texts } from './rotationTexts.ts';

/**
 * How hosts that a replacement of the root left behind come back: the line to run on each, once the reader opens it.
 */
export class FmLeftBehind extends FmElement {
  static override properties = { pin: {}, isOpen: { state: true } };
  /** SHA-256 of the public key of the root in use. */
  declare pin: string;
  declare isOpen: boolean;

  readonly #installer = new Resource<Installer>(this, {
    args: () => (this.isOpen ? [] : null),
    read: (_args, signal) => readInstaller(signal),
  });

  constructor() {
    super();
    this.pin = '';
    this.isOpen = false;
  }

  override render(): TemplateResult {
    return html`<details
      @toggle=${(event: Event) => (this.isOpen = (event.target as HTMLDetailsElement).open)}
    >
      <summary>${texts.behind.title}</summary>
      <div class="stack">
        <p>${texts.behind.what}</p>
        <ol>
          ${texts.behind.steps.map((step) => html`<li>${step}</li>`)}
        </ol>
        ${
          this.isOpen
            ? renderReading(this.#installer, {
                what: 'the command',
                complete: (installer) =>
                  html`${installer.packages.length === 0 ? html`<p>${texts.behind.stopFirst}</p>` : nothing}<fm-copy
                      name="enrollment command"
                      value=${enrollLine(installer, { fingerprint: this.pin }, { again: true })}
                    ></fm-copy>`,
              })
            : nothing
        }
      </div>
    </details>`;
  }
}

define('fm-left-behind', FmLeftBehind);
