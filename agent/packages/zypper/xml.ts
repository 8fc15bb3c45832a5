import { AppError } from '#server/shared/wire/appError.ts';

/** One element of zypper's answer. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** Its own text without that of its children, entities decoded. */
  text: string;
}

/** fast-xml-parser's output in document order: one key holds the children, `:@` the attributes. */
type Ordered = Record<string, Ordered[] | string | Record<string, string>>;

/** Larger answers are not parsed: the whole catalogue of the largest distribution is a third of it. */
const maxTextLength = 64 * 1024 * 1024;

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the five entities of XML and character references; any other text stays as it is. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g,
    (all, ten, hex, name) => {
      if (name !== undefined) return entities[name as string] ?? all;
      const code = ten !== undefined ? Number(ten) : Number.parseInt(hex as string, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

function toElement(node: Ordered): XmlElement | null {
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined || name === '#text') return null;
  const inner = node[name] as Ordered[];
  const raw = (node[':@'] ?? {}) as Record<string, string>;
  const attributes = Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, decode(value)]));
  const text = inner.map((child) => child['#text'] ?? '').join('');
  const children = inner.map(toElement).filter((child) => child !== null);
  return { name, attributes, children, text: decode(text) };
}

/**
 * Parses zypper's `--xmlout`. No document type and no entities of its own are accepted, and the size is bounded:
 * descriptions come from whoever made the repository. The parser is loaded by the first call, for only hosts with
 * zypper need it. Throws INTERNAL_ERROR for what is no XML.
 */
export async function parseXml(text: string): Promise<XmlElement> {
  if (text.length > maxTextLength || /<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unreadable('refused');
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    trimValues: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
  });
  let nodes: Ordered[];
  try {
    nodes = parser.parse(text) as Ordered[];
  } catch (error) {
    throw unreadable(String(error));
  }
  const root = nodes.map(toElement).find((element) => element?.name === 'stream');
  if (!root) throw unreadable(text.slice(0, 200).trim());
  return root;
}

function unreadable(why: string): AppError {
  return new AppError('INTERNAL_ERROR', { message: `zypper's answer could not be read: ${why}` });
}

/** Every element of that name below `root`, in document order. */
export function findAll(root: XmlElement, name: string): XmlElement[] {
  return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)]);
}

/** The text of the first child of that name; empty when there is none. */
export function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? '';
}
