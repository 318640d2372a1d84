import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** A file of migrations/: SQL, or rows of a table as CSV. The checksum shows whether an applied file was edited. */
export type Migration = { name: string; text: string; checksum: string }

/** The database's record of an applied file. It has no checksum if it was applied before checksums existed. */
export type Applied = { name: string; checksum?: string }

const folder = new URL('./migrations/', import.meta.url)

/** The migrations, in the order in which they are applied. */
export const readMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => /\.(sql|csv)$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** Thrown when these migrations cannot bring this database up to date. The message says what to do. */
export class MigrationsRefused extends Error {}

/**
 * Chooses the migrations that still have to be applied. @throws MigrationsRefused when the applied ones differ from the
 * files, or when an existing database would apply the files in another order than a new one.
 */
export function pendingMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  refuseSameNumbers(migrations)
  for (const { name, checksum } of applied) {
    const migration = migrations.find((known) => known.name === name)
    if (!checksum) throw new MigrationsRefused(madeBefore)
    if (!migration) throw new MigrationsRefused(newer(name))
    if (migration.checksum !== checksum) throw new MigrationsRefused(edited(name))
  }
  const pending = migrations.filter(({ name }) => !applied.some((one) => one.name === name))
  const last =
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? ''
  const late = pending.find(({ name }) => name < last)
  if (late) throw new MigrationsRefused(tooLate(late.name, last))
  return pending
}

/** Only the rest of the names would order two files with the same number. */
function refuseSameNumbers(migrations: Migration[]): void {
  const byNumber = Map.groupBy(migrations, ({ name }) => Number.parseInt(name, 10))
  for (const [first, second] of byNumber.values())
    if (first && second) throw new MigrationsRefused(sameNumber(first.name, second.name))
}

const madeBefore =
  'This database was made by migrations that no longer exist: start with an empty one (for the demo, `npm run reset`).'
const newer = (name: string) =>
  `This database has migration ${name}, which this version of Saldo does not have: start the version that applied it, or a newer one.`
const edited = (name: string) =>
  `Migration ${name} was edited after it had been applied to this database: restore the file and put the change into a new migration (for the demo, \`npm run reset\` also works).`
const tooLate = (name: string, last: string) =>
  `Migration ${name} comes before ${last}, which is already applied to this database: give it the next free number.`
const sameNumber = (first: string, second: string) =>
  `Migrations ${first} and ${second} have the same number: give the newer one the next free number.`
