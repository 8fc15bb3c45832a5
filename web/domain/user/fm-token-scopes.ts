import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { define, FmElement } from '../../core/element.ts';
import type { Schemas } from '../../core/schema.ts';

type Scope = Schemas['TokenScope'];

/** What a token can be made for, in words. */
export const SCOPES: Readonly<Record<Scope, readonly [name: string, what: string]>> = {
  read: ['Reading', 'hosts, jobs, policies, exposure, reports'],
  patch: ['Patching', 'running jobs, and reading what that needs'],
  configuration: ['Configuration', 'windows, checks, policies, groups, notifications, settings'],
  enroll: ['Enrollment', 'letting hosts join'],
  metrics: ['Metrics', 'the figures of the fleet'],
};

/** “Reading and Metrics”; null is all that the role may. */
export const scopesText = (scopes: readonly Scope[] | null): string | null =>
  scopes === null ? null : new Intl.ListFormat('en').format(scopes.map((scope) => SCOPES[scope][0]));

const styles = css`
  .choice {
    display: flex;
  }
`;

/** What a token is made for; `value` null is all that its role may. Fires `fm-scopes` with the new value. */
export class FmTokenScopes extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { value: { attribute: false } };
  declare value: readonly Scope[] | null;

  constructor() {
    super();
    this.value = null;
  }

  override render(): TemplateResult {
    return html`<fieldset>
      <legend>Only for</legend>
      ${(Object.keys(SCOPES) as Scope[]).map(
        (scope) =>
          html`<label class="choice">
            <input
              type="checkbox"
              name=${scope}
              .checked=${live(this.value?.includes(scope) ?? false)}
              @change=${() => this.#toggle(scope)}
            />
            <span>${SCOPES[scope][0]} <span class="quiet small">${SCOPES[scope][1]}</span></span>
          </label>`,
      )}
      <p class="quiet small">With none chosen, the token may do all that its role may.</p>
    </fieldset>`;
  }

  #toggle(scope: Scope): void {
    const chosen = this.value ?? [];
    const next = chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope];
    this.value = next.length === 0 ? null : next;
    this.dispatchEvent(new CustomEvent('fm-scopes', { detail: this.value }));
  }
}

define('fm-token-scopes', FmTokenScopes);
