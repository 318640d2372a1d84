import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

export type Secrets = {
  postgres_superuser_password: string
  postgres_owner_password: string
  saldo_secret: string
  /** Keys of uploaded files, separated by commas; the first encrypts. */
  file_keys: string
  stripe_webhook_secret: string
  stripe2_webhook_secret: string
}

/**
 * The secrets of this SALDO_HOME, invented on first use and kept in `file` with mode 0600. A secret that a
 * later version adds is invented when it is first missing.
 * @throws when the file is there and cannot be read as JSON: inventing new secrets would lock the data out.
 */
export function readOrCreateSecrets(file: string): Secrets {
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = { ...inventSecrets(), ...kept }
  if (Object.keys(secrets).length > Object.keys(kept).length) write(file, secrets)
  return secrets
}

/** Puts a new key of files before the others: new files get it, the others still open what they had encrypted. */
export function addFileKey(file: string): void {
  const secrets = readOrCreateSecrets(file)
  write(file, { ...secrets, file_keys: `${inventSecrets().file_keys},${secrets.file_keys}` })
}

/** New random secrets, not kept anywhere. */
export function inventSecrets(): Secrets {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    postgres_superuser_password: hex(24),
    postgres_owner_password: hex(24),
    saldo_secret: hex(32),
    file_keys: hex(32),
    stripe_webhook_secret: `whsec_${hex(24)}`,
    stripe2_webhook_secret: `whsec_${hex(24)}`,
  }
}

/** Written to disk (fsync) before anything is encrypted or signed with it. */
function write(file: string, secrets: Secrets) {
  const fresh = openSync(`${file}.new`, 'w', 0o600)
  writeSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`)
  fsyncSync(fresh)
  closeSync(fresh)
  renameSync(`${file}.new`, file)
}
