// npm start: works on the Node that the machine has, then continues in the one that npm installs.
import { join } from 'node:path'
import { homeOf, requireHome } from './home/require-home.mjs'
import { ensureInstalledOrExit } from './install.mjs'
import { bold, red } from './progress.mjs'
import { continueInNode24, root } from './run.mjs'

console.log(bold('Saldo'))
try {
  requireHome(homeOf(process.env))
} catch (error) {
  console.error(red(error.message))
  process.exit(1)
}
await ensureInstalledOrExit()
await continueInNode24(join(root, 'scripts', 'supervisor.ts'), process.argv.slice(2))
