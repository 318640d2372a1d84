import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { harmlessFunctions } from '../features/queries/run/open-query-session.ts'
import { useCatalogue } from '../testing/catalogue.ts'

const catalogue = useCatalogue()

describe('limit-public-functions.sql', () => {
  it('leaves to everybody the functions that a run accepts, and no other volatile one', async () => {
    const left = await catalogue(
      (sql) => sql<{ name: string }[]>`
        select distinct p.proname as name from pg_proc p
        where p.pronamespace = 'pg_catalog'::regnamespace and p.provolatile = 'v' and p.prokind = 'f'
          and has_function_privilege('saldo_query', p.oid, 'execute')`,
    )
    const names = left.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !harmlessFunctions.includes(name))).toEqual([])
  })
  it('names the same functions as the check of a run', () => {
    const text = readFileSync(new URL('limit-public-functions.sql', import.meta.url), 'utf8')
    const [, list = ''] = /not in \(([^)]*)\)/.exec(text) ?? []
    const named = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)
    expect(named.sort()).toEqual([...harmlessFunctions].sort())
  })
  it('leaves to the other roles what they call', async () => {
    const lost = await catalogue(
      (sql) => sql`
        select r.rolname from pg_roles r
        where r.rolname ~ '^saldo_' and r.rolname <> 'saldo_query'
          and not has_function_privilege(r.oid, 'set_config(text, text, boolean)'::regprocedure, 'execute')`,
    )
    expect(lost).toEqual([])
  })
})
