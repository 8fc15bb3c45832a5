import { columns, type Migration } from '#server/kernel/db/migrate.ts';

/** Columns of the host list's orders; each gets an index that ends in the id, so that every page is a range. */
const SORT_COLUMNS = [
  'fqdn',
  'display_name',
  'ip_sort',
  'health_status',
  'patches_total',
  'patches_security',
  'severity_order',
  'reboot_required',
  'last_seen_at',
  'os_name',
  'agent_version',
  'last_patched_at',
  'created_at',
] as const;

export const createTables: Migration = {
  name: 'hosts/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    // Kept narrow, because any filter may have to scan it: texts without a limit are in hosts_details and
    // hosts_patches. `live` is 1, and null once deleted, so that unique keys apply to live hosts only. Poll times
    // (`next_*`, `poll_lease_until`) are milliseconds by the database's clock.
    await knex.schema.createTable('hosts_hosts', (t) => {
      columns.id(t);
      columns.integer(t, 'live');
      columns.ascii(t, 'machine_id', 128);
      columns.string(t, 'fqdn', 253).notNullable();
      columns.string(t, 'display_name', 200);
      columns.ascii(t, 'ip_address', 45).notNullable();
      columns.ascii(t, 'ip_sort', 32).notNullable();
      columns.integer(t, 'port').notNullable();
      columns.string(t, 'os_family', 64);
      columns.string(t, 'os_name', 200);
      columns.string(t, 'os_version', 100);
      columns.string(t, 'arch', 32);
      columns.string(t, 'kernel', 200);
      columns.ascii(t, 'agent_version', 64);
      columns.ascii(t, 'health_status', 16).notNullable();
      columns.ascii(t, 'status_reason', 64);
      columns.ascii(t, 'health_check_status', 16).notNullable();
      columns.boolean(t, 'duplicate_identity').notNullable();
      columns.integer(t, 'patches_total');
      columns.integer(t, 'patches_security');
      columns.boolean(t, 'reboot_required');
      columns.json(t, 'tags').notNullable();
      columns.boolean(t, 'maintenance_mode').notNullable();
      columns.boolean(t, 'loopback_allowed').notNullable();
      columns.integer(t, 'api_level');
      columns.ascii(t, 'boot_id', 64);
      columns.timestamp(t, 'booted_at');
      columns.ascii(t, 'package_manager', 32);
      columns.timestamp(t, 'last_seen_at');
      columns.timestamp(t, 'last_polled_at');
      columns.timestamp(t, 'patches_polled_at');
      columns.timestamp(t, 'patches_refreshed_at');
      columns.timestamp(t, 'last_patched_at');
      columns.timestamp(t, 'certificate_expires_at');
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
      columns.timestamp(t, 'deleted_at');
      columns.string(t, 'search_text', 700).notNullable();
      columns.ascii(t, 'health_digest', 64);
      columns.ascii(t, 'patches_etag', 130);
      columns.integer(t, 'poll_lane').notNullable();
      columns.integer(t, 'poll_failures').notNullable();
      columns.integer(t, 'poll_spread').notNullable();
      columns.bigint(t, 'next_poll_at');
      columns.bigint(t, 'next_health_at');
      columns.bigint(t, 'next_patches_at');
      columns.bigint(t, 'next_info_at');
      columns.ascii(t, 'poll_owner', 64);
      columns.bigint(t, 'poll_lease_until');
      columns.integer(t, 'severity_rank');
      // Orders by severity, then by number: `severityOrder`.
      columns.integer(t, 'severity_order');
      columns.integer(t, 'problems_total');
      // Since when security patches have been pending; null: none are, or it was not recorded.
      columns.timestamp(t, 'security_since');
      // When the host's agent last proved to be at a new address, and the address before.
      columns.timestamp(t, 'moved_at');
      columns.ascii(t, 'moved_from', 45);
      // What its agent, which answers otherwise, did not answer when it was last asked (`Unanswered`).
      columns.json(t, 'unanswered');
      // Of its last change that people see: `hosts_change_numbers`.
      columns.bigint(t, 'change_number').index('hosts_by_change_number');
      for (const name of SORT_COLUMNS) t.index(['live', name, 'id'], `hosts_by_${name}`);
      t.index(['live', 'os_family', 'id'], 'hosts_by_os_family');
      t.index(['live', 'search_text'], 'hosts_by_search_text');
      t.index(['poll_lane', 'next_poll_at'], 'hosts_due');
      t.index(['ip_address', 'port'], 'hosts_by_endpoint');
      t.unique(['machine_id', 'live'], { indexName: 'hosts_live_machine_id' });
      t.index(['live', 'severity_rank', 'id'], 'hosts_by_severity_rank');
      t.index(['live', 'problems_total', 'id'], 'hosts_by_problems_total');
      t.index(['live', 'maintenance_mode', 'id'], 'hosts_by_maintenance_mode');
      // All columns that the fleet's figures need.
      t.index(
        [
          'live',
          'health_status',
          'patches_security',
          'patches_total',
          'reboot_required',
          'patches_polled_at',
          'severity_rank',
          'security_since',
        ],
        'hosts_figures',
      );
    });
    await knex.schema.createTable('hosts_change_numbers', (t) => {
      columns.rowId(t, 'number');
      columns.timestamp(t, 'at').notNullable();
    });
    await knex.schema.createTable('hosts_tags', (t) => {
      columns.uuid(t, 'host_id').notNullable();
      columns.string(t, 'tag', 64).notNullable();
      t.primary(['tag', 'host_id']);
      t.index(['host_id']);
    });
    await knex.schema.createTable('hosts_details', (t) => {
      columns.id(t, 'host_id');
      columns.json(t, 'reboot_reasons').notNullable();
      columns.json(t, 'capabilities');
      columns.json(t, 'annotations');
      columns.json(t, 'problems');
    });
    // One row per host, updated in place.
    await knex.schema.createTable('hosts_patches', (t) => {
      columns.id(t, 'host_id');
      columns.json(t, 'patches').notNullable();
      columns.json(t, 'first_seen');
    });
    await knex.schema.createTable('hosts_groups', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.text(t, 'description');
      columns.json(t, 'rule');
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
    // The hosts of groups that are listed by hand.
    await knex.schema.createTable('hosts_group_hosts', (t) => {
      columns.uuid(t, 'group_id').notNullable();
      columns.uuid(t, 'host_id').notNullable();
      t.primary(['group_id', 'host_id']);
      t.index(['host_id']);
    });
    // Hosts that stay where they were in a group although its rule says otherwise; `before` is what they said until then.
    await knex.schema.createTable('hosts_group_changes', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable();
      columns.uuid(t, 'group_id').notNullable();
      columns.ascii(t, 'direction', 16).notNullable();
      columns.ascii(t, 'state', 16).notNullable();
      columns.json(t, 'before').notNullable();
      // What the host said when the change was rejected: so long the rejection holds.
      columns.json(t, 'rejected');
      columns.timestamp(t, 'since').notNullable();
      t.unique(['host_id', 'group_id'], { indexName: 'hosts_group_changes_host' });
      t.index(['group_id', 'direction', 'host_id']);
      t.index(['since', 'id']);
      t.index(['state', 'host_id']);
    });
    // Problems of hosts by code, so that they can be counted and searched. Only hosts with problems have rows.
    await knex.schema.createTable('hosts_problems', (t) => {
      columns.ascii(t, 'code', 64).notNullable();
      columns.uuid(t, 'host_id').notNullable();
      t.primary(['code', 'host_id']);
      t.index(['host_id']);
    });
  },
};
