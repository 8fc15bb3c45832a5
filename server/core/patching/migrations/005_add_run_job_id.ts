import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** Hosts in one statement. */
const BATCH = 500;

/** The job that runs a host's plan. For existing plans it is the first run of the plan that holds the host. */
export const addRunJobId: Migration = {
  name: 'patching/005_add_run_job_id',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      columns.uuid(t, 'run_job_id');
    });
    const runs = await knex<{ id: string; from_plan_job_id: string | null }>('patching_jobs')
      .select('id', 'from_plan_job_id')
      .whereNotNull('from_plan_job_id')
      .orderBy(['created_at', 'id']);
    for (const { id, from_plan_job_id: planJobId } of runs) {
      const hosts = await knex<{ host_id: string }>('patching_job_hosts')
        .select('host_id')
        .where('job_id', id);
      for (let at = 0; at < hosts.length; at += BATCH) {
        const hostIds = hosts.slice(at, at + BATCH).map(({ host_id: hostId }) => hostId);
        await knex('patching_job_hosts')
          .where('job_id', planJobId)
          .whereIn('host_id', hostIds)
          .whereNull('run_job_id')
          .update({ run_job_id: id });
      }
    }
  },
};
