import type { PagePermission } from '../../core/permissions.ts';
import type { OperationId } from '../../core/schema.ts';
import type { Asker } from './offers.ts';

/** What a plugin brings to a host's page: plugins/<name>/web/<folder>/hostTab.ts exports it as `tab`. */
export interface HostTab {
  /** Its name in the address: `?tab=packages`. */
  key: string;
  label: string;
  /**
   * Its place: among the tabs, where Overview is 10, Patches 20, Activity 50 and Facts 60; or among the sections of the
   * tab that it is in.
   */
  order: number;
  /** The tab of the page in which it is a section, below what is there already; left out: a tab of its own. */
  within?: 'patches' | 'activity';
  permission: PagePermission;
  /** The operation that it needs: where it is not served, there is none. */
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

/** The tabs and sections of plugins that this reader may see on this manager, in their order. */
export const hostTabs = (asker: Asker): HostTab[] =>
  all.filter(({ permission, needs }) => asker.may(permission as never) && asker.serves(needs));
