import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditedNouns, fieldOf, referenceFields, wordsOf } from '@saldo/domain/audit/audit-fields'
import { actSentence, auditActs } from '@saldo/domain/audit/audit-words'
import { describe, expect, it } from 'vitest'
import { type Catalogue, useCatalogue } from '../testing/catalogue.ts'

/* No code reaches the reader of the audit log: whatever the migrations let it hold has Italian words. */

const catalogue = useCatalogue()

type AuditedColumn = {
  table: string
  noun: string
  key: string
  field: string
  type: string
  checks: string[]
  /** The column's values are names of records that audit_name knows. */
  refers: boolean
}

/** The columns of which the triggers write the values. Their arguments are noun, key, names; the rest is left out. */
const auditedColumns = (sql: Catalogue) => sql<AuditedColumn[]>`
  select distinct c.relname as table, g.args[1] as noun, g.args[2] as key, a.attname::text as field,
    format_type(a.atttypid, null) as type,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as checks,
    (select pg_get_functiondef(p.oid) like '%''' || a.attname || '''%'
      from pg_proc p where p.proname = 'audit_name') as refers
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  cross join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\\000') as args) g
  where t.tgfoid = 'audit_row'::regproc
    and audited(jsonb_build_object(a.attname, true), g.args[4:]) <> '{}'
  order by 1, 2, 4`

/** The values of a column that is one of a closed list. */
function valuesOf({ checks, field }: AuditedColumn, sections: readonly string[]): readonly string[] {
  for (const check of checks) {
    const list = new RegExp(`\\(${field} = ANY \\(ARRAY\\[(.*?)\\]`).exec(check)?.[1]
    if (list) return [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value as string)
    if (check.includes(`${field} = ANY (every_section())`)) return sections
  }
  return []
}

const isKey = (field: string) => /(^|_)ids?$|_by$/.test(field)

/** What is missing for a column to be told in words; null: nothing. */
function missing(column: AuditedColumn, sections: readonly string[]): string | null {
  const { noun, key, field, type, refers } = column
  if (refers && field !== key) {
    const name = field.replace(/_id$/, '').replace(/_ids$/, 's')
    return name in referenceFields ? null : `has no name for ${name} in referenceFields`
  }
  if (isKey(field)) return null
  const declared = fieldOf(noun, field)
  if (declared === undefined) return 'has no Italian name'
  const format = typeof declared === 'string' ? undefined : declared[1]
  if (/int|numeric/.test(type) && format?.kind !== 'number') return 'is a number without a unit or format'
  if (/\[\]$|^json/.test(type) && format?.kind !== 'list') return 'is a list without a format'
  const nameless = valuesOf(column, sections).filter((value) => format?.names?.[value] === undefined)
  return nameless.length === 0 ? null : `has no words for the value ${nameless.join(', ')}`
}

async function unsaid(change?: string): Promise<string[]> {
  const [columns, sections] = await catalogue(
    async (sql) => [await auditedColumns(sql), await sql`select unnest(every_section()) as section`] as const,
    change,
  )
  expect(columns.length).toBeGreaterThan(150)
  return columns.flatMap((column) => {
    const what = missing(
      column,
      sections.map(({ section }) => section as string),
    )
    return what === null
      ? []
      : [
          `${column.table}.${column.field} ${what}: see the fields of ${column.noun} in domain/audit/, or leave it out in keep_audit`,
        ]
  })
}

const scratch = (columns: string, left_out = 'array[]::text[]') => `
  create table scratch (scratch_id bigint, customer_id bigint, ${columns});
  select keep_audit('scratch', 'subjects', 'scratch_id', 'nominative', ${left_out});`

describe('a column of an audited table', () => {
  it('has an Italian name, a format that fits its type, and words for each value of a closed list', async () => {
    expect(await unsaid()).toEqual([])
  })

  it.each([
    ['nominative text, wording text', 'wording has no Italian name'],
    ['nominative text, phone integer', 'phone is a number without a unit'],
    ['nominative text, email text[]', 'email is a list without a format'],
    [`nominative text, note text check (note in ('a', 'b'))`, 'note has no words for the value a, b'],
    [
      `nominative text, method text check (method in ('CASH', 'BEADS'))`,
      'method has no words for the value BEADS',
    ],
  ])('is named if it lacks them: %s', async (columns, what) => {
    expect(await unsaid(scratch(columns))).toEqual([expect.stringContaining(`scratch.${what}`)])
  })

  it('is not asked for when it is left out', async () => {
    expect(await unsaid(scratch('nominative text, secret text', `array['secret']`))).toEqual([])
  })
})

describe('an audited table', () => {
  it('is the record itself or a declared part of it', async () => {
    const tables = await catalogue(
      (sql) => sql<{ table: string; noun: string }[]>`
        select distinct c.relname as table, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as noun
        from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgfoid = 'audit_row'::regproc`,
    )
    const undeclared = tables.filter(({ table, noun }) => table !== noun && !wordsOf(noun)?.parts?.[table])
    expect(undeclared).toEqual([])
    const parts = auditedNouns.flatMap((noun) => Object.keys(wordsOf(noun)?.parts ?? {}))
    expect(parts.filter((part) => !tables.some(({ table }) => table === part))).toEqual([])
  })
})

describe('an act', () => {
  it('is one that has a sentence; the database refuses others', async () => {
    const [check] = await catalogue(
      (sql) => sql<{ said: string }[]>`
        select pg_get_constraintdef(oid) as said from pg_constraint where conname = 'audit_act_is_declared'`,
    )
    const declared = [...(check?.said ?? '').matchAll(/'(\w+)'/g)].map(([, act]) => act)
    expect(declared.sort()).toEqual([...auditActs].sort())
  })

  it('agrees with what it was done to', () => {
    expect(actSentence({ noun: 'accounts', act: 'changed' })).toBe('Condominio modificato')
    expect(actSentence({ noun: 'bills', act: 'created' })).toBe('Bolletta creata')
    expect(actSentence({ noun: 'reminders', part: 'reminder_sequences', act: 'changed' })).toBe(
      'Regole dei solleciti modificate',
    )
    expect(actSentence({ noun: 'subjects', part: 'certificates', act: 'created' })).toBe(
      'Attestazione rilasciata',
    )
    expect(actSentence({ noun: 'imports', act: 'undone' })).toBe('Importazione annullata')
  })

  it('that a function of the database writes has fields with Italian names', async () => {
    const functions = await catalogue(
      (sql) => sql<{ name: string; body: string }[]>`
        select proname as name, prosrc as body from pg_proc
        where pronamespace = 'public'::regnamespace and prosrc ~ 'perform audit\\(' and proname <> 'audit_row'`,
    )
    expect(functions.length).toBeGreaterThan(1)
    const nameless = functions.flatMap(({ name, body }) => {
      const nouns = auditedNouns.filter((noun) => body.includes(`'${noun}'`))
      return [...body.matchAll(/jsonb_build_object\((.*?)\)\)/g)]
        .flatMap(([, pairs = '']) => [...pairs.matchAll(/'(\w+)',/g)].map(([, key]) => key as string))
        .filter((key) => !nouns.some((noun) => fieldOf(noun, key)))
        .map((key) => `${name}: ${key}`)
    })
    expect(nameless).toEqual([])
  })

  it('is written by recordAudit, whose types know the acts and the fields, or by a trigger', () => {
    const root = join(import.meta.dirname, '..')
    const direct = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && !file.includes('node_modules'))
      .filter((file) => /select audit\(/.test(readFileSync(join(root, file), 'utf8')))
    expect(direct).toEqual(['db/record-audit.ts'])
  })
})
