import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { hostsCsv } from './hostsCsv.ts';

const test = suite('hosts: CSV');

test('one line a host with the chosen columns, unread values empty', () => {
  const host = {
    fqdn: 'web-1.example.org',
    display_name: 'Web, the “first”',
    patches_security: null,
    patches_severity: null,
    tags: ['env=prod', 'web'],
  } as unknown as Schemas['Host'];
  assert.is(
    hostsCsv([host], ['fqdn', 'patches_security', 'tags', 'shoe_size']),
    'host,display_name,security_patches,severity,tags\r\nweb-1.example.org,"Web, the “first”",,,env=prod web\r\n',
  );
});

test.run();
