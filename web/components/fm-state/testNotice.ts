import { html, type TemplateResult } from 'lit';
import { safeLine } from '../../core/safeText.ts';
import { icon } from '../../icons/icons.ts';

export interface TestVerdict {
  isOk: boolean;
  heading: string;
  /** What the other side answered; may hold any bytes. */
  message: string;
}

/** The result of a test: of a mail, a webhook, a provider, a health check. */
export function testNotice({ isOk, heading, message }: TestVerdict): TemplateResult {
  return html`<p class="notice ${isOk ? 'ok' : 'bad'}">
    ${icon(isOk ? 'check' : 'error')}
    <span><strong>${heading}</strong> ${safeLine(message)}</span>
  </p>`;
}
