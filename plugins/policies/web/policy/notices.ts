import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-time/fm-time.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Policy } from '#web/domain/policy/read.ts';
import { icon } from '#web/icons/icons.ts';
import { runLinks } from './runLinks.ts';

/** What is out of the ordinary with a policy now, and who made it so. */
export function notices(policy: Policy): TemplateResult {
  const { active_run: run, paused_by: pausedBy, skipped_by: skippedBy } = policy;
  return html`${
    run === null
      ? nothing
      : told(
          'info',
          html`${safeLine(run.message)} Since <fm-time .datetime=${run.decided_at}></fm-time>.
            ${runLinks(run)}`,
        )
  }
  ${
    policy.state === 'paused'
      ? told(
          'warn',
          html`${pausedBy ? `${safeName(pausedBy.username)} paused it` : 'It is paused'}
            <fm-time .datetime=${policy.paused_at}></fm-time>. Nothing begins by itself until it is resumed.`,
        )
      : nothing
  }
  ${
    policy.skips_next
      ? told(
          'warn',
          `${skippedBy ? safeName(skippedBy.username) : 'Somebody'} left the next run out. The one after it happens as usual.`,
        )
      : nothing
  }
  ${
    policy.sees_all_hosts
      ? nothing
      : told(
          'info',
          `It keeps to the hosts that ${safeName(policy.edited_by.username)}, who saved it last, could see.`,
        )
  }`;
}

const told = (tone: 'info' | 'warn', text: unknown): TemplateResult =>
  html`<div class="notice ${tone}">
    ${icon(tone === 'warn' ? 'warning' : 'info')}
    <div>${text}</div>
  </div>`;
