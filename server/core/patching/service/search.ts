import type { Context } from '../../../kernel/boot/feature.ts';
import { bestFirst, type SearchItem, type SearchSource } from '../../../kernel/boot/search.ts';
import type { HostScope } from '../../../kernel/security/hostScope.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import { JobModel } from '../models.ts';
import type { Ports } from '../ports.ts';
import { cutJobs, jobsSeen, sightOf } from './visibility.ts';

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
  rollback: 'Roll back',
};

type Row = Pick<JobModel, 'id' | 'name' | 'operation' | 'state' | 'createdByName'>;

/** Jobs by name, operation, state and author, or by the beginning of their id. */
export const jobSearch = (ctx: Context, { hosts }: Pick<Ports, 'hosts'>): SearchSource => ({
  kind: 'job',
  permission: 'jobs:read',
  async find({ text, limit, scope }) {
    const { reader } = ctx.db;
    const sight = await sightOf(hosts, scope);
    const seen = jobsSeen(reader, sight);
    const jobs = () => {
      const query = JobModel.query(reader).select('id', 'name', 'operation', 'state', 'created_by_name');
      return seen ? query.whereIn('id', seen.clone()) : query;
    };
    const typed = text.toLowerCase();
    const byId = BEGINNING_OF_ID.test(typed)
      ? await jobs().where('id', '>=', typed).where('id', '<', `${typed}~`).orderBy('id', 'desc').limit(limit)
      : [];
    const order = [
      { column: 'created_at', order: 'desc' } as const,
      { column: 'id', order: 'desc' } as const,
    ];
    const newest = await jobs().orderBy(order).limit(NEWEST);
    const holding = newest.filter((row) => holds(row, typed));
    const found = new Map(
      [...byId, ...bestFirst(holding, text, ({ name }) => name ?? '')].map((row) => [row.id, row]),
    );
    const ids = [...found.keys()].slice(0, limit);
    return { items: await itemsOf(ctx, ids, { hosts, scope }), total: found.size };
  },
});

function holds({ name, operation, state, createdByName: author }: Row, typed: string): boolean {
  const text = [name ?? '', operation, OPERATIONS[operation], state, author].join('\n').toLowerCase();
  return typed.split(/\s+/).every((word) => text.includes(word));
}

async function itemsOf(
  { db: { reader } }: Context,
  ids: readonly string[],
  { hosts, scope }: { hosts: Ports['hosts']; scope: HostScope },
): Promise<SearchItem[]> {
  const rows = await JobModel.query(reader).findByIds([...ids]);
  const jobs = await cutJobs(reader, rows, await sightOf(hosts, scope));
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
