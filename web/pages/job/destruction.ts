import { html, nothing, type TemplateResult } from 'lit';
import { countText, plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import type { Destruction } from '../../domain/job/planGroups.ts';
import { hostNames } from '../../domain/job/planText.ts';
import { icon } from '../../icons/icons.ts';

const REMOVALS_SHOWN = 20;

/** Stands for what a run removes and reboots: another text, another destruction. */
export function tokenOf(
  { removals, removalHosts, rebootHosts }: Destruction,
  reboot: Schemas['RebootPolicy'],
): string {
  return JSON.stringify([reboot, removals, removalHosts, rebootHosts.map(({ host_id: id }) => id)]);
}

interface Sight {
  reboot: Schemas['RebootPolicy'];
  isSeen: boolean;
  /** The reader ticks or unticks the destructive part as seen. */
  see(isSeen: boolean): void;
}

/** What a run removes and reboots, which the reader must tick as seen. */
export function destructionNotice(
  { removals, removalHosts, rebootHosts }: Destruction,
  { reboot, isSeen, see }: Sight,
): TemplateResult {
  const names = removals.slice(0, REMOVALS_SHOWN).map(safeName).join(', ');
  const more = removals.length > REMOVALS_SHOWN ? ` and ${removals.length - REMOVALS_SHOWN} more` : '';
  return html`<div class="notice warn">
    ${icon('warning')}
    <div class="stack tight">
      ${
        removals.length > 0
          ? html`<p>
              <strong>Removes ${plural(removals.length, 'package')}</strong> on
              ${plural(removalHosts, 'host')}: ${names}${more}
            </p>`
          : nothing
      }
      ${
        rebootHosts.length > 0
          ? html`<p>
              <strong
                >${reboot === 'if_required' ? 'May reboot' : 'Reboots'}
                ${plural(rebootHosts.length, 'host')}</strong
              >: ${hostNames(rebootHosts)}
            </p>`
          : nothing
      }
      <label class="choice">
        <input
          type="checkbox"
          .checked=${isSeen}
          @change=${({ target }: Event) => see((target as HTMLInputElement).checked)}
        />
        I have reviewed the removals and reboots
      </label>
    </div>
  </div>`;
}

interface Approval {
  count: number;
  unplanned: number;
  reboot: Schemas['RebootPolicy'];
}

/** “Approve, run on 3 hosts and reboot them”: the button itself says what happens. */
export function approveLabel({ count, unplanned, reboot }: Approval, { rebootHosts }: Destruction): string {
  const hosts = plural(count, 'host');
  const approve = unplanned > 0 ? 'Approve planned hosts' : 'Approve';
  if (rebootHosts.length === 0) return `${approve}${unplanned > 0 ? ', run' : ' and run'} on ${hosts}`;
  const which = rebootHosts.length === count ? '' : ` ${countText(rebootHosts.length)} of`;
  return `${approve}, run on ${hosts} and ${reboot === 'if_required' ? 'maybe ' : ''}reboot${which} them`;
}
