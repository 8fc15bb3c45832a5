import { html, nothing, type TemplateResult } from 'lit';
import { statusBadge } from '../../components/fm-badge/status.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '../../components/fm-page-header/fm-page-header.ts';
import type { Schemas } from '../../core/schema.ts';
import { asker } from '../../domain/host/asker.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import { patchBadge } from '../../domain/host/columns.ts';
import type { HostAction } from '../../domain/host/hostAction.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { hostOffers } from '../../domain/host/offers.ts';
import { problemsBadge } from '../../domain/host/problems.ts';
import { actionWords } from '../../domain/host/texts.ts';

type Host = Schemas['Host'];

/** Actions that the edit dialog of the host's page does instead. */
const NOT_HERE: ReadonlySet<HostAction> = new Set(['addTags', 'removeTags']);

/** What the page is doing. */
interface Doing {
  isRefreshing: boolean;
  /** Whether another action is under way. */
  isBusy: boolean;
  /** Whether the host was deleted: then nothing can be done with it. */
  isGone: boolean;
  act(action: HostAction): void;
}

/** The header of a host's page: its name, how it is, and what can be done with it. */
export function hostHeader(host: Host, doing: Doing): TemplateResult {
  return html`<fm-page-header
    heading=${hostName(host)}
    .crumbs=${[{ label: 'Hosts', href: '/hosts' }]}
    most="3"
    .actions=${doing.isGone ? [] : actionsOf(host, doing)}
    @fm-action=${({ detail }: CustomEvent<HostAction>) => doing.act(detail)}
  >
    <div slot="badges" class="row">
      ${statusBadge('health', host.health_status)} ${patchBadge(host)}
      ${host.health_check_status === 'failing' ? html`<fm-badge tone="bad" label="Check failing"></fm-badge>` : nothing}
      ${host.reboot_required ? html`<fm-badge tone="warn" label="Reboot required"></fm-badge>` : nothing}
      ${host.maintenance_mode ? html`<fm-badge tone="info" label="Maintenance: no jobs"></fm-badge>` : nothing}
      ${problemsBadge(host.problems)}
    </div>
  </fm-page-header>`;
}

function actionsOf(host: Host, { isRefreshing, isBusy }: Doing): PageAction[] {
  const isSwitch = (action: HostAction): boolean =>
    action === (host.maintenance_mode ? 'maintenanceOn' : 'maintenanceOff');
  return hostOffers(host, asker)
    .filter(({ action }) => !NOT_HERE.has(action) && !isSwitch(action))
    .map(({ action, reason }) => {
      const { label, icon } = actionWords[action];
      const busy = isBusy ? 'Another action is in progress.' : null;
      const words = action === 'refresh' && isRefreshing ? 'Refreshing …' : label;
      const why = reason ?? (action === 'refresh' && isRefreshing ? 'A refresh is in progress.' : busy);
      return {
        key: action,
        label: words,
        icon,
        reason: why,
        ...(action === 'patch' ? { tone: 'primary' as const, href: newJobHref([host.id]) } : {}),
        ...(action === 'remove' ? { tone: 'danger' as const } : {}),
      };
    });
}
