import { copyFileSync, cpSync } from 'node:fs';
import path from 'node:path';
import { agent } from './agent.ts';
import { carry } from './carry.ts';
import { put, putDocs, root } from './files.ts';
import type { Program } from './formats.ts';
import { makePackages, possibleFormats } from './make.ts';
import { stripSymbols } from './tools.ts';

/** The agent's packages for a processor that is not the manager's, in parts, with the Node of that processor. */
export const otherAgents = (arch: string): Program => ({
  name: `fleetmend-agents-${arch}`,
  templates: path.join(root, 'server/packaging/agents'),
  conffile: null,
  formats: ['deb', 'rpm'],
  packing: 'xz',
  isForAll: true,
  async prepare(build) {
    const { preparedDir, version, isFast, say, workDir, node } = build;
    const into = path.join(preparedDir, arch);
    put(into, 'node', 0o755, (to) => copyFileSync(node, to));
    stripSymbols(path.join(into, 'node'), arch);
    const agents = build.agentsDir ?? path.join(workDir, 'agents');
    if (build.agentsDir === null) {
      const formats = possibleFormats(agent, say);
      await makePackages(agent, { outDir: agents, version, formats, isFast, say, foreign: { arch, node } });
    }
    await carry({ agents, into, base: 'node', isFast });
  },
  stage(tree, build) {
    cpSync(build.preparedDir, path.join(tree, '/usr/lib/fleetmend/agents'), { recursive: true });
    putDocs(tree, `fleetmend-agents-${arch}`, build);
  },
});
