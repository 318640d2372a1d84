import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { movedLines } from './moved-lines.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
const { sections } = await import('../../../sections.ts')

const none = {
  ...{ bills: 0, payments: 0, debits: 0, sources: 0, mandates: 0, rights: 0, documents: 0, certificates: 0 },
  ...{ credit: 0, access: false, tables: {} },
}

describe('what a merge moves', () => {
  it('has a line for each table, in the words of its section', () => {
    const tables = { bills: 1, certificates: 2, plans: 3, subject_credits: 4, payment_sources: 5 }
    expect(movedLines({ ...none, tables, sources: 1, credit: 5_700, access: true }, sections)).toEqual([
      '1 bolletta',
      '3 piani di rientro',
      '2 attestazioni',
      '1 carta o conto salvato',
      expect.stringMatching(/57,00.* di credito/),
      'l’accesso personale a Saldo',
    ])
  })
  it('counts the rows of tables that no section names', () => {
    const tables = { scratch: 2, minutes: 1, documents: 1 }
    expect(movedLines({ ...none, tables }, sections)).toEqual(['1 documento', 'Altro: 3 voci'])
  })
  it('is nothing when no row names the person', () => {
    expect(movedLines({ ...none, tables: { bills: 0 } }, sections)).toEqual([
      'Niente: questa scheda è vuota.',
    ])
  })
  it('has a name for every table with a key to people', () => {
    expect(tablesOfPeople().length).toBeGreaterThan(12)
    const named = sections.flatMap(({ movedRows = {} }) => Object.keys(movedRows))
    const nameless = tablesOfPeople().filter((table) => !named.includes(table) && !(table in shownOtherwise))
    expect(
      nameless.map(
        (table) =>
          `${table} has a key to people, but no Italian name for the preview of a merge: add it to movedRows in web/features/<x>/feature.ts of its section`,
      ),
    ).toEqual([])
  })
})

/** Tables whose rows are not counted in the preview, with the reason. */
const shownOtherwise: Record<string, string> = {
  provider_customers: 'no user of an office may read it',
  subject_credits: 'the preview shows their sum in euro',
  subjects: 'its key leads from a merged record to the kept one',
}

/** The tables with a foreign key to people, in the committed schema. */
function tablesOfPeople(): string[] {
  const schema = readFileSync(join(import.meta.dirname, '../../../../server/db/schema.sql'), 'utf8')
  return schema
    .split(/^create table /m)
    .slice(1)
    .filter((table) => /REFERENCES subjects\(/.test(table.slice(0, table.indexOf('\n);'))))
    .map((table) => table.slice(0, table.search(/\W/)))
}
