import type { Kit } from './reader.ts';
import { feeds } from './feeds.ts';

/**
 * Reads the files of publishers for the exposure: CISA's catalogue, EPSS, Debian's security tracker, and the CSAF
 * documents of Red Hat and SUSE. It is built as a third party's plugin is: what runs of the manager is handed in.
 */
export default (kit: Kit) =>
  kit.definePlugin({
    name: 'exposure-feeds',
    requires: ['exposure?'],
    setup(ctx) {
      const exposure = ctx.useIfOn('exposure');
      for (const feed of feeds(kit)) exposure?.feeds.add(feed);
      return { routes: {} };
    },
  });
