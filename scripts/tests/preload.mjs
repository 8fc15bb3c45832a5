// Loaded before each suite. uvu 0.5 swallows the error of a `before` hook (a `return` in its `finally`) and exits 0;
// here it is printed like that of a test. uvu also dies of an error whose `details` are no text, as an AppError's are,
// and then runs none of the following tests. If the texts below are no longer found, the runner still sees the failure.
import { registerHooks } from 'node:module';

const swallowing = '\t} finally {\n\t\tstate.__test__';
const telling =
  "\t} catch (error) {\n\t\terrors += format('a hook', error, name);\n\t\twrite(FAIL);\n" + swallowing;

const textOnly = 'details.split(';
const anyDetails = "(typeof details === 'string' ? details : JSON.stringify(details, null, 2)).split(";

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/uvu/dist/index.mjs')) return loaded;
    return {
      ...loaded,
      source: String(loaded.source).replace(swallowing, telling).replace(textOnly, anyDetails),
    };
  },
});
