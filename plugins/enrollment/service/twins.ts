import type { Context } from '../../../server/plugin.ts';
import { RequestModel } from '../models.ts';

/** The pending requests that have a machine id of one of these, themselves included. */
export const twinsOf = async (
  knex: Context['db']['reader'],
  rows: readonly Pick<RequestModel, 'machineId'>[],
  now: Date,
): Promise<RequestModel[]> =>
  rows.length === 0
    ? []
    : RequestModel.query(knex)
        .whereIn(
          'machine_id',
          rows.map(({ machineId }) => machineId),
        )
        .where('state', 'pending')
        .where('expires_at', '>', now);
