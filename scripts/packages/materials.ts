import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './files.ts';
import type { Build } from './formats.ts';

type Manifest = { name: string; version: string; license?: string | { type: string } };

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;
const licenceOf = ({ license }: Manifest): string =>
  (typeof license === 'string' ? license : license?.type) ?? 'NOASSERTION';

/**
 * What npm packages that are inside demand to be told with them: name, version, licence, and its text. `folders` from
 * the checkout's root.
 */
export function licencesOf(folders: readonly string[]): string[] {
  return folders.map((folder) => {
    const manifest = manifestOf(folder);
    const files = readdirSync(path.join(root, folder)).filter((file) =>
      /^(licen[cs]e|copying|notice)/i.test(file),
    );
    const texts = files.map((file) => readFileSync(path.join(root, folder, file), 'utf8').trim());
    const head = `${manifest.name} ${manifest.version} (${licenceOf(manifest)})`;
    return [head, ...texts].join('\n\n');
  });
}

/** The same packages as a CycloneDX bill of materials, with Node itself. https://cyclonedx.org/docs/1.6/json/ */
export function billOfMaterials(
  folders: readonly string[],
  { version, madeAtSecs }: Pick<Build, 'version' | 'madeAtSecs'>,
): string {
  const library = (folder: string) => {
    const manifest = manifestOf(folder);
    return {
      type: 'library',
      name: manifest.name,
      version: manifest.version,
      purl: `pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}`,
      licenses: [{ expression: licenceOf(manifest) }],
    };
  };
  const node = {
    type: 'framework',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
  };
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(madeAtSecs * 1000).toISOString(),
      component: { type: 'application', name: 'fleetmend', version },
    },
    components: [node, ...folders.map(library)],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
