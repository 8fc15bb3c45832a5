/** Housekeeping of a plugin's tables. */
export { excessOf } from '../server/kernel/db/excess.ts';
export { broughtInADay } from '../server/kernel/db/lastDay.ts';
export { lockByName } from '../server/kernel/db/locks.ts';
export { insertModels } from '../server/kernel/db/model.ts';
