import { createHash, X509Certificate } from 'node:crypto';
import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** The single root of an existing installation becomes the one that signs and that all pins name. */
export const createRoots: Migration = {
  name: 'agents/005_create_roots',
  async up(knex) {
    await knex.schema.createTable('agents_roots', (t) => {
      columns.ascii(t, 'id', 64).notNullable().primary();
      columns.boolean(t, 'trusted').notNullable();
      columns.boolean(t, 'signs').notNullable();
      columns.boolean(t, 'anchor').notNullable();
      columns.ascii(t, 'fingerprint', 64).notNullable();
      columns.text(t, 'crl_pem').notNullable();
      columns.text(t, 'cross_pem');
      columns.ascii(t, 'cross_by', 64);
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'retired_at');
    });
    const [key, state] = await Promise.all([
      knex('agents_keys').where('name', 'root').first<{ certificate_pem: string; created_at: unknown }>(),
      knex('agents_state').where('id', 1).first<{ crl_pem: string }>(),
    ]);
    if (!key || !state) return;
    await knex('agents_roots').insert({
      id: 'root',
      trusted: 1,
      signs: 1,
      anchor: 1,
      fingerprint: createHash('sha256').update(new X509Certificate(key.certificate_pem).raw).digest('hex'),
      crl_pem: state.crl_pem,
      created_at: key.created_at,
    });
  },
};

export const addIssuer: Migration = {
  name: 'agents/006_add_issuer',
  async up(knex) {
    await knex.schema.alterTable('agents_certificates', (t) => {
      columns.ascii(t, 'issuer_id', 64).notNullable().defaultTo('root');
    });
  },
};

export const createRotations: Migration = {
  name: 'agents/007_create_rotations',
  async up(knex) {
    await knex.schema.createTable('agents_rotations', (t) => {
      columns.id(t);
      columns.ascii(t, 'old_root', 64).notNullable();
      columns.ascii(t, 'new_root', 64).notNullable();
      columns.ascii(t, 'phase', 16).notNullable();
      columns.boolean(t, 'paused').notNullable();
      // 1 while it is under way, else null: there is one at a time.
      columns.integer(t, 'slot').unique();
      columns.string(t, 'begun_by', 200).notNullable();
      columns.timestamp(t, 'begun_at').notNullable();
      columns.timestamp(t, 'phase_at').notNullable();
      columns.timestamp(t, 'ended_at');
      columns.string(t, 'reason', 500);
    });
  },
};

export const createRotationHosts: Migration = {
  name: 'agents/008_create_rotation_hosts',
  async up(knex) {
    await knex.schema.createTable('agents_rotation_hosts', (t) => {
      columns.id(t, 'host_id');
      columns.ascii(t, 'state', 16).notNullable();
      columns.integer(t, 'failures').notNullable();
      columns.string(t, 'problem', 500);
      columns.timestamp(t, 'next_attempt_at').notNullable();
      columns.timestamp(t, 'changed_at').notNullable();
      t.index(['state', 'host_id'], 'agents_rotation_hosts_by_state');
    });
  },
};
