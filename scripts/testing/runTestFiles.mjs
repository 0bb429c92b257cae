// @ts-check
/** `node runTestFiles.mjs OPTIONS FILE...`: the options of testPool.mjs as JSON. The exit status is 0 only where there were tests and all passed. */
import { runPool } from './testPool.mjs';

const [options = '{}', ...files] = process.argv.slice(2);
process.exitCode = (await runPool(JSON.parse(options), files)) ? 0 : 1;
