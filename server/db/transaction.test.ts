import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { makeAccount, makeCustomer } from '../testing/people.ts'
import { analyze } from './analyze.ts'
import { connect } from './connection.ts'
import { loginsOf } from './logins.ts'
import { type Entrance, type Read, readAs, transactionAs } from './transaction.ts'

let app: TestApp
let office: Entrance<null>
let account_id: number
beforeAll(async () => {
  app = await startApp()
  const customer_id = await makeCustomer(app.services)
  account_id = await makeAccount(app.services, customer_id)
  await makeAccount(app.services, await makeCustomer(app.services))
  office = {
    become: (tx) => tx`select enter('saldo_customer', ${customer_id}, null, null)`,
    recognise: () => null,
  }
})
afterAll(() => app.close())

const accounts: Read = { rows: (tx) => tx`select account_id from accounts`, one_plan: false }
const turnedAway: Pick<Entrance<null>, 'recognise'> = {
  recognise: () => {
    throw new Error('not admitted')
  },
}

describe('a query read as somebody', () => {
  it.each([true, false])(
    'finds the caller’s own rows and no others, with one plan for all: %s',
    async (one_plan) => {
      expect(await readAs(app.services.sql, office, { ...accounts, one_plan })).toEqual([{ account_id }])
    },
  )

  it('returns nothing to a refused caller, whether the query succeeds or fails', async () => {
    const failing: Read = { rows: (tx) => tx`select 1 / 0`, one_plan: true }
    for (const read of [accounts, failing])
      await expect(readAs(app.services.sql, { ...office, ...turnedAway }, read)).rejects.toThrow(
        'not admitted',
      )
  })

  it('shows nothing to an unknown caller', async () => {
    const stranger: Entrance<null> = {
      become: (tx) => tx`select * from become_session(${Buffer.alloc(32)}, null, false)`,
      recognise: (row) => {
        expect(row).toBeUndefined()
        return null
      },
    }
    await expect(readAs(app.services.sql, stranger, accounts)).rejects.toThrow('permission denied')
  })

  it('changes nothing', async () => {
    const change: Read = { rows: (tx) => tx`update accounts set name = 'x' returning name`, one_plan: false }
    await expect(readAs(app.services.sql, office, change)).rejects.toThrow('read-only')
  })

  it('leaves the connection unchanged, also after a failure', async () => {
    const failing: Read = { rows: (tx) => tx`select 1 / 0`, one_plan: true }
    // Runs as many at once as there are connections, so that the next connection used has run one of them.
    const failures = await Promise.allSettled(
      Array.from({ length: 40 }, () => readAs(app.services.sql, office, failing)),
    )
    expect(new Set(failures.map(({ status }) => status))).toEqual(new Set(['rejected']))
    const left = await Promise.all(
      Array.from(
        { length: 40 },
        () => app.services.sql`
          select current_user as role, current_setting('saldo.customer_id', true) as customer_id,
            current_setting('plan_cache_mode') as plans`,
      ),
    )
    for (const [row] of left)
      expect({ ...row, customer_id: row?.customer_id || null }).toEqual({
        role: 'saldo_server',
        customer_id: null,
        plans: 'auto',
      })
  })
})

describe('a plan that a connection keeps', () => {
  const officeOf = (customer_id: number): Entrance<null> => ({
    become: (tx) => tx`select enter('saldo_customer', ${customer_id}, null, null)`,
    recognise: () => null,
  })

  it('is made for the customer who uses it, also after a failure', async () => {
    const [small, large] = [await makeCustomer(app.services), await makeCustomer(app.services)]
    await app.services.asSystem(
      (tx) => tx`
        insert into accounts (customer_id, name) select ${large}, 'Condominio ' || n from generate_series(1, 400) n`,
    )
    await analyze(app.database_url)
    const sql = connect((await loginsOf(app.database_url)).requests, { max: 1 })
    const expectedRows = async (customer_id: number) =>
      transactionAs(sql, officeOf(customer_id), async (tx) => {
        const [row] = await tx.unsafe('explain (format json) execute names')
        return row?.['QUERY PLAN'][0].Plan['Plan Rows'] as number
      })
    await transactionAs(sql, officeOf(small), (tx) => tx.unsafe('prepare names as select name from accounts'))
    expect(await expectedRows(small)).toBeLessThan(10)
    expect(await expectedRows(large)).toBeGreaterThan(300)
    await expect(
      transactionAs(sql, officeOf(small), async (tx) => {
        await tx.unsafe('execute names')
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(await expectedRows(large)).toBeGreaterThan(300)
    await sql.end()
  })
})
