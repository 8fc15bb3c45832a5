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
          html`${pausedBy ? `Paused by ${safeName(pausedBy.username)}` : 'Paused'}
            <fm-time .datetime=${policy.paused_at}></fm-time>. No runs start until you resume the policy.`,
        )
      : nothing
  }
  ${
    policy.skips_next
      ? told(
          'warn',
          `The next run will be skipped${skippedBy ? ` (by ${safeName(skippedBy.username)})` : ''}. Later runs are not affected.`,
        )
      : nothing
  }
  ${
    policy.sees_all_hosts
      ? nothing
      : told(
          'info',
          `Limited to hosts in the scope of ${safeName(policy.edited_by.username)}, who saved it last.`,
        )
  }`;
}

const told = (tone: 'info' | 'warn', text: unknown): TemplateResult =>
  html`<div class="notice ${tone}">
    ${icon(tone === 'warn' ? 'warning' : 'info')}
    <div>${text}</div>
  </div>`;
