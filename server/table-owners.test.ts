import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Feature } from './feature.ts'
import { groundFeatures, sections } from './features.ts'

const root = fileURLToPath(new URL('./', import.meta.url))

/** The folder of each section and of each ground folder that has tables, with what it declares. */
const declared: [folder: string, Feature][] = [
  ...Object.entries<Feature>(sections).map(([name, each]): [string, Feature] => [`features/${name}`, each]),
  ...Object.entries<Feature>(groundFeatures),
]

/**
 * Writers of what is not theirs, each for a reason; nothing is added here without one. The import writes a whole condominium
 * in set-based statements over its own rows, as fast as the disk is. So does a condominium that is taken over. A merge moves whatever names a person. The demo writes
 * a past that no act could have made.
 */
const exceptions: Record<string, readonly string[]> = {
  // A sample for the access tests: a refund needs its credit.
  'features/credit-refunds/sample-records.ts': ['subject_credits'],
  // A sample for the access tests: a run needs its mandate and its debit.
  'features/debit-runs/sample-records.ts': ['debits', 'mandates'],
  // A sample for the access tests: an event as the provider sends it.
  'features/operations/sample-records.ts': ['provider_events'],
  // A sample for the access tests: a transfer needs two persons, and money in the books.
  'features/money-transfers/sample-records.ts': ['ledger_entries', 'ledger_lines', 'users'],
  // A sample for the access tests.
  'features/emails/sample-records.ts': ['mail_bounces', 'suppressed_addresses'],
  'features/imports/write/write-import.sql.ts': [
    'accounts',
    'bill_events',
    'bill_instalments',
    'bill_lines',
    'bills',
    'subjects',
  ],
  'features/imports/write/write-registry.sql.ts': [
    'ledger_entries',
    'ledger_lines',
    'right_holders',
    'subject_credits',
    'units',
    'weight_tables',
    'weights',
  ],
  'features/imports/write/apply-changes.sql.ts': ['right_holders', 'subjects', 'units', 'weights'],
  'features/handover/take/write-account.sql.ts': [
    'accounts',
    'right_holders',
    'subjects',
    'units',
    'weight_tables',
    'weights',
  ],
  'features/handover/take/write-bills.sql.ts': [
    'bill_events',
    'bill_instalments',
    'bill_lines',
    'bills',
    'ledger_entries',
    'ledger_lines',
    'subject_credits',
  ],
  'features/autopays/sample-records.ts': ['payment_sources'],
  'features/handover/take/write-papers.ts': ['documents'],
  'features/imports/undo/undo-import.job.ts': ['right_holders', 'units', 'weight_tables'],
  'features/subjects/merge-moves.sql.ts': [
    'debtor_banks',
    'delegations',
    'payment_sources',
    'provider_customers',
    'right_holders',
    'subject_credits',
  ],
}

const created = new Set(
  globSync('db/migrations/*.sql', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/gim,
      ),
    ].map(([, table]) => table as string),
  ),
)
const ownerOf = new Map(
  declared.flatMap(([folder, { tables = {} }]) =>
    Object.keys(tables).map((table) => [table, folder] as const),
  ),
)

describe('every table', () => {
  it('has one owner', () => {
    const tables = declared.flatMap(([, each]) => Object.keys(each.tables ?? {}))
    expect(
      [...created]
        .filter((table) => !tables.includes(table))
        .map(
          (table) => `${table} is in no manifest: write it with its readers into tables of its feature.ts`,
        ),
    ).toEqual([])
    expect(
      tables
        .filter((table) => !created.has(table))
        .map((table) => `${table} is in a manifest, but no migration creates it: remove it from tables`),
    ).toEqual([])
    expect(
      tables
        .filter((table, index) => tables.indexOf(table) !== index)
        .map((table) => `${table} is in two manifests: leave it to the feature that writes it`),
    ).toEqual([])
  })

  it('is written only by its owner', () => {
    const trespasses = writes().filter(
      ({ file, table }) =>
        created.has(table) &&
        !file.startsWith(`${ownerOf.get(table)}/`) &&
        !file.startsWith('features/demo/') &&
        !exceptions[file]?.includes(table),
    )
    expect(trespasses.map(({ file, table }) => `${file} writes ${table}, of ${ownerOf.get(table)}`)).toEqual(
      [],
    )
  })

  it('has only exceptions that still apply', () => {
    const found = new Set(writes().map(({ file, table }) => `${file} ${table}`))
    const stale = Object.entries(exceptions)
      .flatMap(([file, tables]) => tables.map((table) => `${file} ${table}`))
      .filter((each) => !found.has(each))
    expect(stale).toEqual([])
  })
})

/** The tables that the SQL in the code inserts into, updates or deletes from. */
function writes(): { file: string; table: string }[] {
  return globSync('**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|^(node_modules|testing|access)\//.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /\b(?:insert\s+into|delete\s+from|(?<!(?:for|do|no key)\s)update(?:\s+only)?)\s+([a-z_]+)\b/g,
        ),
      ].map(([, table]) => ({ file, table: table as string })),
    )
}
