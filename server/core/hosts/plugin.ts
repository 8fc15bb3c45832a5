import { defineCore } from '../../kernel/boot/feature.ts';
import { hostsErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { addConnection } from './migrations/002_add_connection.ts';
import { addPackageProxies } from './migrations/003_add_package_proxies.ts';
import { hostsMetrics } from './metrics.ts';
import { hostsRoutes } from './routes.ts';
import { groupsPart } from './configuration/groupsPart.ts';
import { createHostsService } from './service/createService.ts';
import { pollWaits } from './service/pollTimes.ts';
import { hostSearch } from './service/search.ts';
import { pollingSection, serviceLevelSection } from './settings.ts';
import './api.ts';

/** The inventory: hosts and their groups, the data read from them, and when which manager polls them. */
export const hostsFeature = defineCore({
  name: 'hosts',
  errors: hostsErrors,
  settings: [pollingSection, serviceLevelSection],
  migrations: [createTables, addConnection, addPackageProxies],
  setup(ctx) {
    ctx.configuration.add(groupsPart(ctx));
    ctx.search.add(...hostSearch(ctx));
    ctx.waits.add(() => pollWaits(ctx));
    hostsMetrics(ctx);
    return { service: createHostsService(ctx), routes: hostsRoutes(ctx) };
  },
});
