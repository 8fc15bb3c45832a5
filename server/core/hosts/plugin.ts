import { defineCore } from '../../kernel/boot/feature.ts';
import { hostsErrors } from './errors.ts';
import {
  createHosts,
  createHostsDetails,
  createHostsPatches,
  createHostsTags,
} from './migrations/001_create_hosts.ts';
import { createGroupHosts, createGroups } from './migrations/002_create_groups.ts';
import { addListFilters, fillListFilters } from './migrations/003_add_list_filters.ts';
import { addExposure, createHostsProblems } from './migrations/004_add_exposure.ts';
import { addEndpointLock } from './migrations/005_add_endpoint_lock.ts';
import { addMove } from './migrations/006_add_move.ts';
import { addUnanswered } from './migrations/007_add_unanswered.ts';
import { hostsRoutes } from './routes.ts';
import { groupsPart } from './configuration/groupsPart.ts';
import { createHostsService } from './service/createService.ts';
import { hostSearch } from './service/search.ts';
import { pollingSection, serviceLevelSection } from './settings.ts';
import './api.ts';

/** The inventory: hosts and their groups, the data read from them, and when which manager polls them. */
export const hostsFeature = defineCore({
  name: 'hosts',
  errors: hostsErrors,
  settings: [pollingSection, serviceLevelSection],
  migrations: [
    createHosts,
    createHostsTags,
    createHostsDetails,
    createHostsPatches,
    createGroups,
    createGroupHosts,
    addListFilters,
    fillListFilters,
    addExposure,
    createHostsProblems,
    addEndpointLock,
    addMove,
    addUnanswered,
  ],
  hookPoints: [
    'hosts.beforeDelete',
    'hosts.groupUses',
    'hosts.frozenGroups',
    'hosts.groupDependents',
    'hosts.describe',
  ],
  stepPoints: [
    'hosts.hostDeleted',
    'hosts.groupDeleted',
    'hosts.patchesStored',
    'hosts.serviceLevelsChanged',
  ],
  live: [{ kind: 'host.deleted', permission: 'hosts:read' }],
  setup(ctx) {
    return {
      service: createHostsService(ctx),
      routes: hostsRoutes(ctx),
      configuration: [groupsPart(ctx)],
      search: hostSearch(ctx),
    };
  },
});
