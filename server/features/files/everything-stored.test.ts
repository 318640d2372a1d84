import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { stored_kinds } from '../../features.ts'
import { useCatalogue } from '../../testing/catalogue.ts'

const server = fileURLToPath(new URL('../../', import.meta.url))
const sources = globSync('**/*.ts', { cwd: server })
  .filter(
    (file) => !/\.test\.ts$|^(node_modules|testing|access)\/|(^|\/)testing\/|sample-records\.ts$/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(join(server, file), 'utf8') }))
const catalogue = useCatalogue()

/** Who writes to the store, with the folder of the name that is written. */
const writers = sources
  .filter(({ file, text }) => !file.startsWith('files/') && /\bfiles\.put(?:Stream)?\(/.test(text))
  .map(({ file, text }) => ({
    file,
    folders: [...text.matchAll(/`([a-z]+)\/\$\{randomUUID\(\)\}`/g)].map(([, folder]) => folder as string),
  }))

/** Writers that get the name from another file, with that file. */
const namedElsewhere: Record<string, string> = {
  'features/own-data/write-data-export.job.ts': 'features/own-data/make-data-export.ts',
  'features/receipts/write-receipts.job.ts': 'features/flows/write-flow.ts',
}

/** Folders that no record names, each for a reason. */
const passing: Record<string, string> = {
  exports:
    'what a resident holds of their own data is of no customer, and nobody of the back office opens it (own-data/)',
  probes: 'the check of the store writes a file, reads it and deletes it at once',
}

it('every folder that some code writes to is declared by a manifest', () => {
  expect(writers.length).toBeGreaterThan(6)
  const declared = new Set([
    ...Object.values(stored_kinds).map(({ folder }) => folder),
    ...Object.keys(passing),
  ])
  const unknown = writers.flatMap(({ file, folders }) => {
    if (folders.length === 0 && !(file in namedElsewhere))
      return [`${file} writes under a name that it does not make`]
    return folders
      .filter((folder) => !declared.has(folder))
      .map(
        (folder) =>
          `${file} writes to ${folder}/, which no manifest declares: add it to files of its feature.ts`,
      )
  })
  expect(unknown).toEqual([])
  for (const file of Object.values(namedElsewhere))
    expect(sources.find((each) => each.file === file)?.text).toMatch(/`[a-z]+\/\$\{randomUUID\(\)\}`/)
})

it('every folder that a manifest declares is written to', () => {
  const written = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/`([a-z]+)\/\$\{randomUUID\(\)\}`/g)].map(([, folder]) => folder),
    ),
  )
  for (const { folder } of Object.values(stored_kinds)) expect([...written], folder).toContain(folder)
})

it('every column that names a file is registered by triggers, and declared by a manifest', async () => {
  const columns = await catalogue(
    (sql) => sql<{ column: string; acts: string }[]>`
      select c.relname || '.' || a.attname as column,
        (select string_agg(distinct t.tgname, ' ' order by t.tgname) from pg_trigger t
          where t.tgrelid = c.oid and t.tgfoid = 'register_file'::regproc
            and encode(t.tgargs, 'escape') like '%\\\\000' || a.attname || '\\\\000%') as acts
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname like '%\\_path'
      order by 1`,
  )
  const declared = new Set(Object.values(stored_kinds).map(({ table, column }) => `${table}.${column}`))
  expect(columns.map(({ column }) => column)).toEqual([...declared].sort())
  for (const { column, acts } of columns)
    expect(acts, column).toBe('register_file register_file_delete register_file_update')
})

/** Who reads the store without noting that somebody is given the file, each for a reason. */
const readers: Record<string, string> = {
  'http/hand-out.ts': 'it notes it',
  'features/documents/scan-document.job.ts': 'the virus scanner reads it',
  'features/documents/letterhead-images.ts': 'a logo is drawn into prints, and is not given as a file',
  'features/email-templates/branding.ts':
    'an office sees its own logo in its settings, as every reader of its mails does',
  'features/files/scan-file.ts': 'the virus scanner reads it',
  'features/flows/read-flow.job.ts': 'the job reads what was loaded',
  'features/imports/read/read-import.job.ts': 'the job reads what was loaded',
  'features/handover/take/read-handover.job.ts': 'the job reads what was loaded',
  'features/operations/checks/storage-checks.ts': 'it reads the file that it wrote itself',
  'mail/inline-images.ts': 'a logo is drawn into a mail, and is not given as a file',
  'features/own-data/download-data-export.ts':
    'a resident takes their own data; the row and the logs of offices tell it',
  'features/handover/document-parts.ts': 'noted when the ZIP is finished (write-handover.job.ts)',
}

it('nothing gives out a stored file without noting to whom', () => {
  const found = sources.filter(({ text }) => /\bfiles\.read\(/.test(text)).map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(readers).sort())
})
