import { isDeepStrictEqual } from 'node:util';
import { LineCounter, isCollection, parse, parseDocument, visit } from 'yaml';

/** What ends an unquoted text in a flow collection for libyaml's scanner, which go-yaml and SnakeYAML have. */
const endsPlainText = /[,?[\]{}]/;

/**
 * Reads YAML by the stricter rules of the parsers that clients in Go and Java use, beside those of `yaml` (1.2): an
 * unquoted text within `{ }` or `[ ]` ends at a `?`, and an unquoted text means the same in YAML 1.1 (where `no` is
 * false, `010` is eight, and `2026-01-01` is a time). Returns `LINE: what is wrong` for each place, none if all is
 * well.
 */
export function portabilityFaults(text: string): string[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { strict: true, uniqueKeys: true, lineCounter: lines });
  const faults = [...document.errors, ...document.warnings].map(
    ({ pos: [at], message }) => `${lines.linePos(at).line}: ${message.split('\n', 1)[0]}`,
  );
  visit(document, {
    Scalar(_key, node, path) {
      if (node.type !== 'PLAIN' || !node.range) return;
      const source = text.slice(node.range[0], node.range[1]);
      const inFlow = path.some((parent) => isCollection(parent) && parent.flow);
      const fault = inFlow && endsPlainText.test(source) ? 'needs quotes' : otherMeaning(source, node.value);
      if (fault) faults.push(`${lines.linePos(node.range[0]).line}: ${source} ${fault}`);
    },
  });
  return faults;
}

function otherMeaning(source: string, value: unknown): string | null {
  if (!/^[\w+.~-]/.test(source)) return null;
  const earlier: unknown = parse(source, { version: '1.1' });
  return isDeepStrictEqual(earlier, value) ? null : 'means something else in YAML 1.1; quote it';
}
