import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readContract } from '../../server/contract.ts';
import { listFaults, type Contract } from './lists.ts';

const test = suite('lint: every list is of one kind');

/** What services.md fixes, or what is no property of one item; `listEnrollments` answers a plain array with `Link`. */
const BUT = {
  'listEnrollments: does not always answer total': 'services.md: a plain array',
  'listEnrollments: does not always answer next_cursor': 'services.md: a plain array, with a Link header',
  'listEnrollments: takes no fields': 'services.md: a plain array, whose Link could not tell them',
  'listEnrollments: answers , and nothing by its name': 'services.md: a plain array',
  'listCertificates: status is called state': 'services.md',
  'downloadReport: from is a time, and no <property>_from or <property>_to': 'services.md',
  'downloadReport: to is a time, and no <property>_from or <property>_to': 'services.md',
  'getReportFigures: from is a time, and no <property>_from or <property>_to': 'as downloadReport',
  'getReportFigures: to is a time, and no <property>_from or <property>_to': 'as downloadReport',
  'getFleetHistory: from is a time, and no <property>_from or <property>_to': 'the span of a chart',
  'getFleetHistory: to is a time, and no <property>_from or <property>_to': 'the span of a chart',
  'listOpenings: from is a time, and no <property>_from or <property>_to': 'the span of a calendar',
  'listOpenings: to is a time, and no <property>_from or <property>_to': 'the span of a calendar',
  'listUpcomingPolicyRuns: from is a time, and no <property>_from or <property>_to': 'the span of a calendar',
  'listUpcomingPolicyRuns: to is a time, and no <property>_from or <property>_to': 'the span of a calendar',
  'listRotationHosts: takes no name': 'it is the name of the host, which another table has',
  'listPackageHosts: sorts by version, which its items have not': 'each of their packages has it',
};

test('every list of the contract is', () => {
  assert.equal(listFaults(readContract().document as unknown as Contract, BUT), []);
});

const text = { type: 'string' };
const param = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const paged = [
  param('cursor', text),
  param('limit', { type: 'integer' }),
  param('fields', { type: 'array', items: text }),
];
const sort = param('sort', { type: 'string', enum: ['name', '-name'], default: 'name' });
const several = { type: 'array', items: text };

/** A contract with one operation, in order but for what is planted. */
function planted({
  operationId = 'listThings',
  parameters = [...paged, sort, param('name', text)],
  key = 'things',
  required = [key, 'total', 'next_cursor'],
}: {
  operationId?: string;
  parameters?: object[];
  key?: string;
  required?: string[];
}): Contract {
  const thing = { type: 'object', properties: { name: text, made_at: text } };
  const properties = {
    [key]: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    total: {},
    next_cursor: {},
  };
  const schema = { type: 'object', required, properties };
  const get = {
    operationId,
    parameters,
    responses: { 200: { content: { 'application/json': { schema } } } },
  };
  return { paths: { '/things': { get } }, components: { schemas: { Thing: thing } } } as Contract;
}

const name = param('name', text);
const byOthers = param('sort', { type: 'string', enum: ['name', '-age', 'age'] });
const time = { type: 'string', format: 'date-time' };

const HABITS: [what: string, contract: Contract, faults: string[]][] = [
  ['nothing', planted({}), []],
  [
    'no paging',
    planted({ parameters: [sort, name] }),
    ['takes no cursor', 'takes no limit', 'takes no fields'],
  ],
  ['no sort', planted({ parameters: [...paged, name] }), ['takes no sort']],
  [
    'no total',
    planted({ required: ['things'] }),
    ['does not always answer total', 'does not always answer next_cursor'],
  ],
  ['another noun', planted({ key: 'rows' }), ['answers rows, total, next_cursor, and nothing by its name']],
  [
    'a page that is no list',
    planted({ operationId: 'getThings' }),
    ['answers things, total, next_cursor, and nothing by its name'],
  ],
  ['no filter by name', planted({ parameters: [...paged, sort] }), ['takes no name']],
  [
    'orders of its own',
    planted({ parameters: [...paged, byOthers, name] }),
    ['sort has no default', 'sorts by age, which its items have not', 'does not sort by -name'],
  ],
  [
    'filters of its own',
    planted({
      parameters: [...paged, sort, name, param('status', text), param('q', text), param('before', time)],
    }),
    [
      'status is called state',
      'q is called search',
      'before is a time, and no <property>_from or <property>_to',
    ],
  ],
  [
    'one state',
    planted({ parameters: [...paged, sort, name, param('state', text)] }),
    ['state takes one value', 'state without the other'],
  ],
  [
    'several, and a time from then on',
    planted({
      parameters: [
        ...paged,
        sort,
        name,
        param('state', several, { explode: false }),
        param('state_not', several, { explode: false }),
        param('made_from', time),
      ],
    }),
    [],
  ],
];

test('one thing of a list takes the fields that the list takes', () => {
  const list = planted({});
  const one = {
    operationId: 'getThing',
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
    },
  };
  const paths = { ...list.paths, '/things/{thing_id}': { get: one } };
  assert.equal(listFaults({ ...list, paths }), ['getThing: takes no fields']);
});

for (const [what, contract, faults] of HABITS)
  test(`planted: ${what}`, () =>
    assert.equal(
      listFaults(contract).map((fault) => fault.replace(/^\w+: /, '')),
      faults,
    ));

test.run();
