import { readdirSync } from 'node:fs'

const folder = new URL('./migrations/', import.meta.url)

/** The migrations, in the order in which they are applied: SQL, and CSV files with the rows of a table. */
export const migrationFiles = (): URL[] =>
  readdirSync(folder)
    .filter((name) => /\.(sql|csv)$/.test(name))
    .sort()
    .map((name) => new URL(name, folder))
