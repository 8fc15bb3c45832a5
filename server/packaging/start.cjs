#!/usr/bin/env node
// Starts main.cjs with code that was compiled before. Node's own compile cache keeps what was compiled when a file was
// loaded, which of one large file is little; here it is made when the functions that a start runs have been compiled,
// which halves the time to the first answer. It lies in the folder NODE_COMPILE_CACHE; without that nothing is kept.
const fs = require('node:fs');
const { Module, createRequire } = require('node:module');
const path = require('node:path');
const { Script, constants } = require('node:vm');
const { crc32 } = require('node:zlib');

const file = path.join(__dirname, 'main.cjs');
const folder = process.env.NODE_COMPILE_CACHE;
/** By then the service has answered its first calls. */
const SERVED_AFTER_MS = 30_000;

if (folder) run(folder);
else require(file);

function run(folder) {
  // ASCII by the bundler, so that each byte is a character. V8 itself compares the length alone.
  const source = fs.readFileSync(file);
  const name = `manager-${process.version}-${process.arch}-${crc32(source).toString(16)}`;
  const kept = { served: path.join(folder, `${name}.served`), loaded: path.join(folder, `${name}.loaded`) };
  const isThere = { served: fs.existsSync(kept.served), loaded: fs.existsSync(kept.loaded) };
  const cachedData =
    isThere.served || isThere.loaded ? read(isThere.served ? kept.served : kept.loaded) : undefined;
  const script = new Script(Module.wrap(source.toString('latin1').replace(/^#!/, '//')), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const has = (of) => isThere[of] && !script.cachedDataRejected;
  const words = process.argv.slice(2);
  // The service, and who makes it ready to start; commands run other parts.
  const of = words.length === 0 ? 'served' : words[0] === '--version' ? 'loaded' : null;
  let isKept = of === null || has(of);
  const keep = () => {
    if (!isKept) write(kept[of], () => script.createCachedData());
    isKept = true;
  };
  setTimeout(keep, SERVED_AFTER_MS).unref();
  process.once('exit', keep);
  const own = new Module(file, null);
  own.filename = file;
  own.paths = Module._nodeModulePaths(__dirname);
  script.runInThisContext().call(own.exports, own.exports, createRequire(file), own, file, __dirname);
}

function read(name) {
  try {
    return fs.readFileSync(name);
  } catch {
    return undefined;
  }
}

/** Whole or not at all; what other versions left goes. A folder that cannot be written costs time, and nothing else. */
function write(name, make) {
  const { dir: folder, name: own } = path.parse(name);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${name}.new`, make(), { mode: 0o600 });
    fs.renameSync(`${name}.new`, name);
    for (const other of fs.readdirSync(folder))
      if (other.startsWith('manager-') && !other.startsWith(own))
        fs.rmSync(path.join(folder, other), { force: true });
  } catch (error) {
    process.stderr.write(`compiled code could not be kept: ${error.message}\n`);
  }
}
