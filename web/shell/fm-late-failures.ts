import { css, html, type TemplateResult } from 'lit';
import { define, FmElement } from '../core/element.ts';
import { explain } from '../core/errors.ts';
import type { LateFailure } from '../core/lateFailure.ts';
import { icon } from '../icons/icons.ts';
import { lateText } from './texts.ts';

const MOST = 5;

const styles = css`
  .notice {
    flex-wrap: wrap;
    align-items: center;
    margin: var(--fm-space-3) var(--fm-space-6) 0;
    box-shadow: var(--fm-shadow-raised);
  }

  .notice > div {
    flex: 1 1 14rem;
  }

  @media (max-width: 56rem) {
    .notice {
      margin-inline: var(--fm-space-4);
    }
  }
`;

/** Tells, above whichever page is there now, what failed after its reader had left the page where it was started. */
export class FmLateFailures extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { failures: { state: true } };
  /** The newest last; those that were not closed yet. */
  declare failures: readonly LateFailure[];

  constructor() {
    super();
    this.failures = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('fm-late-failure', this.#failed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('fm-late-failure', this.#failed);
  }

  override render(): unknown {
    return this.failures.map((failure) => this.#notice(failure));
  }

  #notice(failure: LateFailure): TemplateResult {
    const { what, next, detail } = explain(failure.error);
    return html`<div class="notice bad" role="alert">
      ${icon('error')}
      <div><strong>${lateText(failure.title)}</strong> ${what} ${next} ${detail}</div>
      <div class="row">
        <a href=${failure.href} @click=${() => this.#close(failure)}>Back to that page</a>
        <button @click=${() => this.#close(failure)}>Close</button>
      </div>
    </div>`;
  }

  #close(failure: LateFailure): void {
    this.failures = this.failures.filter((one) => one !== failure);
  }

  readonly #failed = ({ detail }: CustomEventInit<LateFailure>): void => {
    if (detail) this.failures = [...this.failures, detail].slice(-MOST);
  };
}

define('fm-late-failures', FmLateFailures);
