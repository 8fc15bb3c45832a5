import { css, html, nothing } from 'lit';
import '../components/fm-time/fm-time.ts';
import { announce } from '../core/announce.ts';
import { connection } from '../core/connection.ts';
import { define, FmElement } from '../core/element.ts';
import { icon } from '../icons/icons.ts';
import { CONNECTED_AGAIN, CONNECTION_TEXTS } from './texts.ts';

const styles = css`
  .notice {
    flex-wrap: wrap;
    margin: var(--fm-space-3) var(--fm-space-6) 0;
    align-items: center;
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

/** The only place that tells that the manager, or its live events, cannot be reached. */
export class FmConnection extends FmElement {
  static override styles = [FmElement.styles, styles];
  #gone = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#gone = new AbortController();
    connection.addEventListener('change', () => this.#changed(), { signal: this.#gone.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#gone.abort();
  }

  override render(): unknown {
    const { state, since } = connection;
    return html`<div role="status">
      ${state === 'connected' ? nothing : this.#bar(CONNECTION_TEXTS[state], since)}
    </div>`;
  }

  #bar([what, next]: readonly [string, string], since: Date | null): unknown {
    return html`<div class="notice warn">
      ${icon('offline')}
      <div>
        <strong>${what} <fm-time datetime=${since?.toISOString() ?? ''} mode="absolute"></fm-time>.</strong>
        ${next}
      </div>
      <button @click=${() => connection.retry()}>Try now</button>
    </div>`;
  }

  #changed(): void {
    if (connection.state === 'connected') announce(CONNECTED_AGAIN);
    this.requestUpdate();
  }
}

define('fm-connection', FmConnection);
