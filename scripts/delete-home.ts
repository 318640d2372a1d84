import { existsSync, readdirSync, rmSync } from 'node:fs'
import { takeHome } from './instance.ts'
import { stopOrphans } from './orphans.ts'
import { placesIn, readSettings } from './settings.ts'

const { home, own_postgres, server_url } = settings()
if (!existsSync(home)) finish(`Niente da cancellare: ${home} non esiste.`, 0)
// A mistyped SALDO_HOME must not cost somebody's documents.
if (!existsSync(placesIn(home).secrets))
  finish(`${home} non è una cartella di Saldo: non cancello niente.`, 1)
if (takeHome(home, server_url)) finish(`Saldo è in funzione su ${home}: fermalo prima, con Ctrl-C.`, 1)
await stopOrphans(home)
console.log(`Cancello ${home}: ${readdirSync(home).join(', ')}`)
if (!own_postgres) console.log('Il database di DATABASE_URL resta com’è.')
rmSync(home, { recursive: true, force: true })
finish('Fatto: il prossimo npm start ricomincia da capo.', 0)

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
