// npm run reset: works on the Node that the machine has, then continues in the one that npm installs.
import { join } from 'node:path'
import { ensureInstalledOrExit } from './install.mjs'
import { continueInNode24, root } from './run.mjs'

await ensureInstalledOrExit()
await continueInNode24(join(root, 'scripts', 'home', 'delete-home.ts'))
