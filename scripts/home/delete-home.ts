import { existsSync, readdirSync, rmSync } from 'node:fs'
import { stopOrphans } from '../processes/orphans.ts'
import { claimHome } from './instance.ts'
import { placesIn, readSettings } from './settings.ts'

const { home, own_postgres, server_url } = settings()
if (!existsSync(home)) finish(`Nothing to delete: ${home} does not exist.`, 0)
// A mistyped SALDO_HOME must not cost somebody's documents.
if (!existsSync(placesIn(home).secrets)) finish(`${home} is not a folder of Saldo: nothing is deleted.`, 1)
if (claimHome(home, server_url)) finish(`Saldo is running on ${home}: stop it first, with Ctrl-C.`, 1)
await stopOrphans(home)
console.log(`Deleting ${home}: ${readdirSync(home).join(', ')}`)
if (!own_postgres) console.log('The database of DATABASE_URL stays as it is.')
rmSync(home, { recursive: true, force: true })
finish('Done: the next npm start begins from scratch.', 0)

function settings() {
  try {
    return readSettings(process.env)
  } catch (error) {
    return finish((error as Error).message, 1)
  }
}

function finish(line: string, code: number): never {
  console.log(line)
  process.exit(code)
}
