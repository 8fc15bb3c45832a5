import type { Knex } from 'knex';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { SearchItem, SearchSource } from '#server/kernel/boot/search.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import { JOB_STATES } from '../domain/jobStates.ts';
import { JobModel } from '../models.ts';
import type { Ports } from '../ports.ts';
import { cutJobs, jobsSeen, sightOf, type Sight } from './visibility.ts';

/** How many of the newest jobs are searched; older ones are found by their id, and in the list of jobs. */
const NEWEST = 1_000;
const BEGINNING_OF_ID = /^[0-9a-f][0-9a-f-]{3,35}$/;

const OPERATIONS: Readonly<Record<JobOperation, string>> = {
  patch: 'Patch',
  install: 'Install',
  update: 'Update',
  remove: 'Remove',
  hold: 'Hold',
  unhold: 'Release',
  refresh: 'Refresh',
  reboot: 'Reboot',
  connection: 'Change connection',
  rollback: 'Roll back',
  agent_update: 'Update agents',
};

const COLUMNS = ['id', 'name', 'operation', 'state', 'hosts_total', 'created_at', 'created_by_name', 'waves'];

/** What a search looks through of a job, the name first; its state changes, and is not part of it. */
export const searchTextOf = (job: { name: string | null; operation: JobOperation; author: string }): string =>
  [job.name ?? '', job.operation, OPERATIONS[job.operation], job.author].join('\n').toLowerCase();

/** Jobs by name, operation, state and author, or by the beginning of their id. */
export const jobSearch = (ctx: Context, { hosts }: Pick<Ports, 'hosts'>): SearchSource => ({
  kind: 'job',
  permission: 'jobs:read',
  async find({ text, limit, scope }) {
    const { reader } = ctx.db;
    const sight = await sightOf(hosts, scope);
    const seen = jobsSeen(reader, sight);
    const jobs = () => {
      const query = reader('patching_jobs');
      return seen ? query.whereIn('id', seen.clone().toKnexQuery()) : query;
    };
    const typed = text.toLowerCase();
    const byId: string[] = BEGINNING_OF_ID.test(typed)
      ? await jobs()
          .where('id', '>=', typed)
          .where('id', '<', `${typed}~`)
          .orderBy('id', 'desc')
          .limit(limit)
          .pluck('id')
      : [];
    const newest = jobs()
      .select('id', 'state', 'search_text', 'created_at')
      .orderBy(NEWEST_FIRST)
      .limit(NEWEST);
    const holding = reader.from(newest.as('newest'));
    for (const word of new Set(typed.split(/\s+/))) holding.where((one) => whereHolds(one, word));
    orderBest(holding, typed);
    const found = new Set([...byId, ...((await holding.pluck('id')) as string[])]);
    return { items: await itemsOf(ctx, [...found].slice(0, limit), sight), total: found.size };
  },
});

const NEWEST_FIRST = [
  { column: 'created_at', order: 'desc' } as const,
  { column: 'id', order: 'desc' } as const,
];

/** The databases lower no letters as JavaScript does, so they compare with a text that was lowered when it was written. */
function whereHolds(query: Knex.QueryBuilder, word: string): void {
  const states = JOB_STATES.filter((state) => state.includes(word));
  query.whereRaw('instr(search_text, ?) > 0', [word]).orWhereIn('state', states);
}

/** As the kernel's `bestFirst`, by the name that the searched text begins with. */
function orderBest(query: Knex.QueryBuilder, typed: string): void {
  const length = [...typed].length;
  const begins = 'substr(search_text, 1, ?) = ?';
  query
    .orderByRaw(`case when ${begins} then 0 when ${begins} then 1 else 2 end`, [
      length + 1,
      `${typed}\n`,
      length,
      typed,
    ])
    .orderBy(NEWEST_FIRST);
}

async function itemsOf(
  { db: { reader } }: Context,
  ids: readonly string[],
  sight: Sight,
): Promise<SearchItem[]> {
  if (ids.length === 0) return [];
  const rows = await JobModel.query(reader)
    .select(COLUMNS)
    .findByIds([...ids]);
  const jobs = await cutJobs(reader, rows, sight);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return ids.flatMap((id) => {
    const job = byId.get(id);
    if (!job) return [];
    const size = `${job.hostsTotal} ${job.hostsTotal === 1 ? 'host' : 'hosts'}`;
    const what = OPERATIONS[job.operation];
    const at = job.createdAt.toISOString().slice(0, 10);
    const about = [
      job.name === null ? size : `${what}, ${size}`,
      job.state.replaceAll('_', ' '),
      `${at} by ${job.createdByName}`,
    ];
    return [{ id, name: job.name ?? what, about: about.join(' · '), pagePath: `/jobs/${id}` }];
  });
}
