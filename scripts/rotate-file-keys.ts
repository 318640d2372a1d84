// npm run rotate-file-keys: makes every uploaded file readable by the first key alone, and says which keys may go.
// With --new-key it first puts a new key before those in SALDO_HOME/secrets.json; Saldo must start again before the rest.
import { fileKeysOf } from '../server/files/file-keys.ts'
import { filesIn } from '../server/files/file-store.ts'
import { makePrivateFolder } from '../server/files/private-folder.ts'
import { rotateFileKeys } from '../server/files/rotate-file-keys.ts'
import { requireHome } from './home/require-home.mjs'
import { addFileKey, readOrCreateSecrets } from './home/secrets.ts'
import { placesIn, readSettings } from './home/settings.ts'
import { root } from './run.mjs'

process.chdir(root)
try {
  const given = process.argv.slice(2)
  if (given.some((each) => each !== '--new-key')) throw new Error('npm run rotate-file-keys [-- --new-key]')
  const { home } = readSettings(process.env)
  requireHome(home)
  const { SALDO_FILE_KEYS, SALDO_SECRET } = process.env
  process.umask(0o077)
  makePrivateFolder(filesIn(home))
  const { secrets } = placesIn(home)
  if (given.length > 0) addKey(SALDO_FILE_KEYS, secrets)
  else {
    const kept = readOrCreateSecrets(secrets)
    const keys = fileKeysOf({
      SALDO_FILE_KEYS: SALDO_FILE_KEYS || kept.file_keys,
      SALDO_SECRET: SALDO_SECRET || kept.saldo_secret,
    })
    tell(await rotateFileKeys(filesIn(home), keys), keys.length - 1)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function addKey(setting: string | undefined, secrets: string): void {
  if (setting)
    throw new Error('SALDO_FILE_KEYS is set: put a new key before the others there (openssl rand -hex 32).')
  addFileKey(secrets)
  console.log(`A new key is the first in ${secrets}. Start Saldo again, then run: npm run rotate-file-keys`)
}

function tell(
  { encrypted, rewrapped, current, unreadable }: Awaited<ReturnType<typeof rotateFileKeys>>,
  old: number,
) {
  console.log(`${encrypted} encrypted, ${rewrapped} wrapped anew, ${current} already had the first key.`)
  for (const name of unreadable) console.log(`Cannot be read: ${name}`)
  if (unreadable.length > 0) {
    console.log(`${unreadable.length} cannot be read: keep all keys, and look for the one that is missing.`)
    process.exitCode = 1
  } else if (old > 0) console.log('Every file has the first key: the others may be removed.')
}
