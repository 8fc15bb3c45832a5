import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildExecutable } from './agentExecutable.ts';
import { put, putDocs, root } from './files.ts';
import { RELEASE_KEY_FILE } from '#agent/update/release.ts';
import type { Build, Program } from './formats.ts';

const packaging = path.join(root, 'agent/packaging');
const executableOf = ({ outDir }: Build): string => path.join(outDir, 'fleetmend-agent');

/** The agent: one executable, its unit and its configuration. */
export const agent: Program = {
  name: 'fleetmend-agent',
  templates: packaging,
  conffile: '/etc/fleetmend/agent.toml',
  formats: ['exe', 'deb', 'rpm'],
  packing: 'gzip',
  prepare: (build) => buildExecutable({ outFile: executableOf(build), ...build }),
  stage(tree, build) {
    const unit = readFileSync(path.join(packaging, 'fleetmend-agent.service'));
    put(tree, '/usr/lib/systemd/system/fleetmend-agent.service', 0o644, unit);
    // It may hold an enrollment token.
    put(tree, '/etc/fleetmend/agent.toml', 0o600, readFileSync(path.join(packaging, 'agent.toml')));
    if (build.releaseKey !== null) put(tree, RELEASE_KEY_FILE, 0o644, readFileSync(build.releaseKey));
    putDocs(tree, 'fleetmend-agent', build);
    put(tree, '/usr/bin/fleetmend-agent', 0o755, (to) => copyFileSync(executableOf(build), to));
  },
};
