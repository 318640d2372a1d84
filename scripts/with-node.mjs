// Runs a TypeScript program with the Node that npm installs: node scripts/with-node.mjs bench/bench.ts …
import { resolve } from 'node:path'
import { ensureInstalledOrExit } from './install.mjs'
import { continueInNode24 } from './run.mjs'

const [script, ...args] = process.argv.slice(2)
if (!script) {
  console.error('Which program? node scripts/with-node.mjs path.ts')
  process.exit(1)
}
await ensureInstalledOrExit()
await continueInNode24(resolve(script), args)
