import type { components, operations, paths } from '../../generated/manager.ts';
import type { rolePermissions } from '../../generated/managerOperations.ts';

/** The wire types of the manager's contract: `Schemas['Host']`. */
export type Schemas = components['schemas'];
export type Paths = paths;
export type OperationId = keyof operations;
export type User = Schemas['User'];
export type Role = Schemas['Role'];
export type Permission = keyof typeof rolePermissions;
