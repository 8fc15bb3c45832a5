import type { PagePermission } from '../../core/permissions.ts';
import type { OperationId } from '../../core/schema.ts';
import type { Asker } from './offers.ts';

/** A tab of a host's page that a plugin brings: plugins/<name>/web/<folder>/hostTab.ts exports it as `tab`. */
export interface HostTab {
  key: string;
  label: string;
  /** Its place among the tabs of plugins, which stand between the page's own jobs and its timeline. */
  order: number;
  permission: PagePermission;
  /** The operation that the tab needs: where it is not served, there is no tab. */
  needs: OperationId;
  /** The custom element that `load` defines; it gets `hostId`. */
  tag: string;
  load(): Promise<unknown>;
}

const found = import.meta.glob<HostTab>('../../../plugins/*/web/*/hostTab.ts', {
  eager: true,
  import: 'tab',
});

const all: readonly HostTab[] = Object.values(found).sort((a, b) => a.order - b.order);

/** The tabs of plugins that this reader may see on this manager. */
export const hostTabs = (asker: Asker): HostTab[] =>
  all.filter(({ permission, needs }) => asker.may(permission as never) && asker.serves(needs));
