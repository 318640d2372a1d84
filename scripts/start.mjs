// npm start: works on the Node that the machine has, then continues in the one that npm installs.
import { join } from 'node:path'
import { ensureInstalledOrExit } from './install.mjs'
import { bold } from './progress.mjs'
import { continueInNode24, root } from './run.mjs'

console.log(bold('Saldo'))
await ensureInstalledOrExit()
await continueInNode24(join(root, 'scripts', 'supervisor.ts'), process.argv.slice(2))
