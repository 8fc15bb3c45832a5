#!/usr/bin/env node
// node bench/heapObjects.ts BEFORE AFTER HOSTS: which objects came between two heap snapshots of a manager, by class,
// as a table: how many for each host and how many bytes, the most first. Reads snapshots of up to half a gigabyte.
import { readFileSync } from 'node:fs';

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
  strings: string[];
}

interface Held {
  count: number;
  bytes: number;
}

/** Closures, strings and arrays have thousands of names: they are counted by their kind. */
const byName = new Set(['object', 'native']);
const shown = 25;

function heldIn(file: string): Map<string, Held> {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ];
  const all = new Map<string, Held>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type] ?? 0] ?? '';
    const label = byName.has(kind) ? (strings[nodes[at + name] ?? 0] ?? '') : `(${kind})`;
    const held = all.get(label) ?? { count: 0, bytes: 0 };
    held.count += 1;
    held.bytes += nodes[at + size] ?? 0;
    all.set(label, held);
  }
  return all;
}

const [, , beforeFile = '', afterFile = '', hosts = '1'] = process.argv;
const before = heldIn(beforeFile);
const grown = [...heldIn(afterFile)].map(([name, { count, bytes }]) => {
  const former = before.get(name) ?? { count: 0, bytes: 0 };
  return {
    name,
    count: (count - former.count) / Number(hosts),
    bytes: (bytes - former.bytes) / Number(hosts),
  };
});
grown.sort((a, b) => b.bytes - a.bytes);
const row = (name: string, count: number, bytes: number): string =>
  `| ${name.replaceAll('|', '\\|')} | ${count.toFixed(1)} | ${Math.round(bytes)} |`;
const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
const lines = grown.slice(0, shown).map(({ name, count, bytes }) => row(name, count, bytes));
process.stdout.write(
  [
    '| class | objects a host | bytes a host |',
    '| --- | --- | --- |',
    ...lines,
    row('all', 0, total),
    '',
  ].join('\n'),
);
