// The limits of a setting stand in three places: the server's own section, the contract, and the page. They must be
// equal.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { approvalRetention } from '../plugins/approvals/settings.ts';
import { section as approvals } from '../plugins/approvals/web/settings.ts';
import { fetchSection } from '../plugins/exposure/fetchSettings.ts';
import { exposureRetention, withoutFixSection } from '../plugins/exposure/settings.ts';
import { section as exposureFetch } from '../plugins/exposure/web/fetchSettings.ts';
import { section as exposure } from '../plugins/exposure/web/settings.ts';
import { section as withoutFix } from '../plugins/exposure/web/withoutFixSettings.ts';
import { checkRetention } from '../plugins/health-checks/settings.ts';
import { section as checks } from '../plugins/health-checks/web/settings.ts';
import { packageRetention } from '../plugins/packages/settings.ts';
import { section as packages } from '../plugins/packages/web/settings.ts';
import { policyRetention } from '../plugins/policies/settings.ts';
import { section as policies } from '../plugins/policies/web/settings.ts';
import { reportSection } from '../plugins/reports/settings.ts';
import { section as reports } from '../plugins/reports/web/settings.ts';
import { jobRetention } from '../server/core/patching/retention.ts';
import type { setting } from '#sdk';
import { problemOf } from '../web/domain/settings/field.ts';
import type { LengthField, NamesField, UrlField } from '../web/domain/settings/section.ts';
import { section as jobs } from '../web/domain/settings/sections/jobRetention.ts';

const SECTIONS = [
  [jobRetention, jobs],
  [exposureRetention, exposure],
  [fetchSection, exposureFetch],
  [withoutFixSection, withoutFix],
  [packageRetention, packages],
  [policyRetention, policies],
  [checkRetention, checks],
  [approvalRetention, approvals],
  [reportSection, reports],
] as const;

interface Schema {
  $ref?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
}

const file = path.join(import.meta.dirname, '../generated/manager.json');
const { schemas } = (
  JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: Record<string, Schema> } }
).components;
const of = (whole: 'Settings' | 'UpdateSettingsRequest', key: string): Record<string, Schema> => {
  const ref = schemas[whole]?.properties?.[key]?.$ref ?? '';
  return schemas[ref.split('/').at(-1) ?? '']?.properties ?? {};
};

function meansTheSameLengths(
  { name, min, max }: LengthField,
  { judge, fallback }: setting.Field<number>,
  key: string,
) {
  assert.equal([judge(min), judge(max)], [null, null], name);
  assert.ok(judge(min - 1) !== null && judge(max + 1) !== null && judge(min + 0.5) !== null, name);
  for (const whole of ['Settings', 'UpdateSettingsRequest'] as const) {
    const { minimum, maximum } = of(whole, key)[name] ?? {};
    assert.equal([minimum, maximum], [min, max], `${name} in ${whole}`);
  }
  const told = of('Settings', key)[name]?.description ?? '';
  assert.match(told, new RegExp(`Initially ${fallback}\\.`), name);
}

const URLS = [
  'https://mirror.example.org/a?b=c',
  'https://10.1.2.3/kev.json',
  'http://mirror.example.org/',
  '',
  'https://me:secret@mirror.example.org/',
  'https://me@mirror.example.org/',
  'mirror',
  'ftp://x/',
];

function meansTheSameUrls(field: UrlField, { judge }: setting.Field<string>, key: string) {
  const { name, maxLength, standard } = field;
  const longest = 'https://mirror.example.org/'.padEnd(maxLength, 'a');
  for (const url of [...URLS, standard, longest, `${longest}a`])
    assert.is(problemOf(field, url) === null, judge(url) === null, `${name} of ${url.slice(0, 80)}`);
  for (const whole of ['Settings', 'UpdateSettingsRequest'] as const)
    assert.is(of(whole, key)[name]?.maxLength, maxLength, `${name} in ${whole}`);
}

const NAMES = ['linux-libc-dev', 'gcc-12++*', 'a.b_c', '0ad', '', '*', 'a', 'a*', 'a b', 'a*b', '-a', 'ä-b'];

function meansTheSameNames(
  field: NamesField,
  { judge, fallback }: setting.Field<readonly string[]>,
  key: string,
): void {
  const { name, maxItems, maxLength } = field;
  assert.equal([problemOf(field, fallback), judge(fallback)], [null, null], name);
  const many = (count: number) => Array.from({ length: count }, (_, nth) => `name${nth}`);
  const longest = 'a'.repeat(maxLength);
  const lists = [...NAMES, longest, `${longest}a`].map((one) => [one]);
  for (const whole of ['Settings', 'UpdateSettingsRequest'] as const) {
    const told = of(whole, key)[name];
    const item = schemas[told?.items?.$ref?.split('/').at(-1) ?? ''];
    assert.equal([told?.maxItems, item?.maxLength], [maxItems, maxLength], `${name} in ${whole}`);
    for (const [one = ''] of lists) {
      const fits = new RegExp(item?.pattern ?? '', 'u').test(one) && one.length <= maxLength;
      assert.is(judge([one]) === null, fits, `${name} in ${whole}: ${one.slice(0, 80)}`);
    }
  }
  for (const list of [...lists, many(maxItems), many(maxItems + 1)])
    assert.is(
      problemOf(field, list) === null,
      judge(list) === null,
      `${name} of ${list.join().slice(0, 80)}`,
    );
}

const test = suite('limits of settings');

for (const [server, page] of SECTIONS)
  test(`${server.name} has the same fields, limits and defaults on the server, in the contract and on the page`, () => {
    assert.is(page.key, server.name);
    const fields = Object.entries(server.fields);
    assert.equal(
      page.fields.map(({ name }) => name),
      fields.map(([name]) => name),
    );
    for (const whole of ['Settings', 'UpdateSettingsRequest'] as const)
      assert.equal(
        Object.keys(of(whole, server.name)),
        fields.map(([name]) => name),
        whole,
      );
    for (const [name, field] of fields) {
      const shown = page.fields.find((one) => one.name === name);
      assert.ok(
        shown && shown.kind !== 'roles' && shown.kind !== 'choice' && shown.kind !== 'text',
        `${name} is on the page`,
      );
      assert.equal(shown.standard, field.fallback, `${name} begins with`);
      if (shown.kind === 'switch') continue;
      if (shown.kind === 'url') meansTheSameUrls(shown, field as setting.Field<string>, server.name);
      else if (shown.kind === 'names')
        meansTheSameNames(shown, field as setting.Field<readonly string[]>, server.name);
      else meansTheSameLengths(shown, field as setting.Field<number>, server.name);
    }
  });

test.run();
