import type { Closings } from '@saldo/contract/reports/books'
import { addDays, today } from '@saldo/domain/dates'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { holdingAccount } from '../../testing/closing.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'

type Refusal = { error?: string; error_description?: string; fields?: Record<string, string> }

async function setUp() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Aurora' })
  const subject_id = await makeSubject(test.services, customer_id)
  const send = async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = headers) => {
    const reply = await test.call({ method, url, headers: as, ...(payload ? { payload } : {}) })
    return { status: reply.status, body: reply.body as T & Refusal }
  }
  const close = (closed_to: string, as = headers) =>
    send<Closings>('POST', `/v1/books/closings/${account_id}`, { closed_to }, as)
  const reopen = (payload: object) =>
    send<Closings>('POST', `/v1/books/closings/${account_id}/reopen`, payload)
  const receive = (received_on: string, account = account_id) =>
    send<object>('POST', '/v1/payments', {
      account_id: account,
      subject_id,
      amount: 1_000,
      received_on,
      credit_surplus: true,
    })
  return { ...test, customer_id, headers, account_id, subject_id, send, close, reopen, receive }
}

const day = (ago: number) => addDays(today(), -ago)

describe('a closed period', () => {
  it('refuses entries on or before its last day, and names the date field', async () => {
    const { close, receive, services, customer_id, account_id, subject_id } = await setUp()
    await makeBill(services, customer_id, { account_id, subject_id })
    expect((await close(day(10))).body).toMatchObject({ closed_to: day(10) })
    for (const ago of [10, 11, 25]) {
      const { status, body } = await receive(day(ago))
      expect([status, body.error]).toEqual([409, 'period_closed'])
      expect(body.error_description).toContain('riapri il periodo')
      expect(body.fields).toEqual({ received_on: expect.stringContaining('chiusi fino al') })
    }
    expect((await receive(day(9))).status).toBe(201)
  })

  it('refuses bills issued on or before its last day, and does not affect other condominiums', async () => {
    const { close, send, receive, services, customer_id, account_id, subject_id } = await setUp()
    const other = await makeAccount(services, customer_id)
    await close(day(10))
    const bill = (account_id: number, issue_date: string) =>
      send<object>('PUT', '/v1/bills', {
        ...{ account_id, subject_id, number: `N-${issue_date}`, description: 'Rata', issue_date },
        instalments: [{ due_date: addDays(today(), 30), amount: 1_000 }],
        lines: [{ description: 'Rata', amount: 1_000 }],
      })
    const refused = await bill(account_id, day(10))
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'period_closed', fields: { issue_date: expect.any(String) } },
    })
    expect((await bill(account_id, day(9))).status).toBe(201)
    expect((await bill(other, day(10))).status).toBe(201)
    await makeBill(services, customer_id, { account_id: other, subject_id })
    expect((await receive(day(20), other)).status).toBe(201)
  })

  it('never refuses postings dated today', async () => {
    const { close, services, customer_id, account_id } = await setUp()
    await close(day(1))
    await services.asSystem(async (tx) => {
      const [entry] = await tx`
        insert into ledger_entries ${tx({ customer_id, account_id, kind: 'adjustment', source: 'news', description: 'Prova' })}
        returning entry_id`
      const line = { customer_id, entry_id: entry?.entry_id }
      await tx`insert into ledger_lines ${tx([
        { ...line, ledger_account: 'bank', amount: 5 },
        { ...line, ledger_account: 'billed', amount: -5 },
      ])}`
    })
  })

  it('protects its postings: a bill of an import cannot be removed', async () => {
    const { close, services, customer_id, account_id, subject_id } = await setUp()
    const { bill_id } = await makeBill(services, customer_id, { account_id, subject_id })
    await close(day(1))
    const removing = services.asSystem((tx) => tx`delete from bills where bill_id = ${bill_id}`)
    await expect(removing).rejects.toMatchObject({ constraint_name: 'period_closed' })
  })

  it('waits for postings under way at the same moment, or refuses them', async () => {
    const { close, services, customer_id, account_id } = await setUp()
    const order: string[] = []
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const posting = services.asSystem(async (tx) => {
      const [entry] = await tx`
        insert into ledger_entries ${tx({ customer_id, account_id, kind: 'adjustment', source: 'slow', day: day(3), description: 'Prova' })}
        returning entry_id`
      const line = { customer_id, entry_id: entry?.entry_id }
      await tx`insert into ledger_lines ${tx([
        { ...line, ledger_account: 'bank', amount: 5 },
        { ...line, ledger_account: 'billed', amount: -5 },
      ])}`
      begun.resolve()
      await goOn.promise
      order.push('posted')
    })
    await begun.promise
    const closing = close(day(3)).then(({ status }) => order.push(`closed ${status}`))
    await new Promise((resolve) => setTimeout(resolve, 200))
    goOn.resolve()
    await Promise.all([posting, closing])
    expect(order).toEqual(['posted', 'closed 200'])
  })
})

describe('closing and reopening', () => {
  it('moves forward, never to today or later, and is reopened with a reason, completely or in part', async () => {
    const { close, reopen, receive, send, account_id, services, customer_id, subject_id } = await setUp()
    await makeBill(services, customer_id, { account_id, subject_id })
    expect(await close(today())).toMatchObject({
      status: 400,
      body: { fields: { closed_to: expect.any(String) } },
    })
    expect((await reopen({ reason: 'Errore' })).status).toBe(409)
    await close(day(30))
    await close(day(10))
    expect(await close(day(20))).toMatchObject({
      status: 409,
      body: { fields: { closed_to: expect.any(String) } },
    })
    expect(await reopen({ closed_to: null })).toMatchObject({
      status: 400,
      body: { fields: { reason: expect.any(String) } },
    })
    expect((await reopen({ closed_to: day(9), reason: 'x' })).status).toBe(400)
    expect((await reopen({ closed_to: day(20), reason: 'Bonifico dimenticato' })).body.closed_to).toBe(
      day(20),
    )
    expect((await receive(day(20))).status).toBe(409)
    expect((await receive(day(19))).status).toBe(201)
    const { body } = await reopen({ reason: 'Tutto da rifare' })
    expect(body.closed_to).toBeNull()
    expect(body.closings.map(({ act, closed_to, reason }) => [act, closed_to, reason])).toEqual([
      ['reopened', null, 'Tutto da rifare'],
      ['reopened', day(20), 'Bonifico dimenticato'],
      ['closed', day(10), null],
      ['closed', day(30), null],
    ])
    const { body: audit } = await send<{ items: { act: string }[] }>(
      'GET',
      `/v1/audit?noun=accounts&record=${account_id}`,
    )
    expect(audit.items.map(({ act }) => act).filter((act) => act.startsWith('books_'))).toHaveLength(4)
  })

  it('succeeds only once for parallel requests, and so does reopening', async () => {
    const { close, reopen, services, account_id } = await setUp()
    const together = (ask: () => ReturnType<typeof close>) =>
      holdingAccount(services, account_id, () => [ask(), ask()])
    const closings = await together(() => close(day(10)))
    expect(closings.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(closings.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'already_closed',
      fields: { closed_to: expect.any(String) },
    })
    const reopenings = await together(() => reopen({ reason: 'Errore' }))
    expect(reopenings.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(reopenings.find(({ status }) => status === 409)?.body.error).toBe('not_closed')
  })

  it('refuses a day of another century', async () => {
    const { close, reopen } = await setUp()
    expect(await close('1900-01-01')).toMatchObject({
      status: 400,
      body: { fields: { closed_to: expect.stringContaining('dieci anni') } },
    })
    await close(day(10))
    expect(await reopen({ closed_to: '1900-01-01', reason: 'Errore' })).toMatchObject({
      status: 400,
      body: { fields: { closed_to: expect.stringContaining('dieci anni') } },
    })
  })

  it('403: a sub-user who may only read payments', async () => {
    const { close, send, services, customer_id, account_id } = await setUp()
    const reader = await signInSubUser(services, customer_id, { permissions: ['payments:read'] })
    expect((await close(day(5), reader.headers)).status).toBe(403)
    expect((await send('GET', `/v1/books/closings/${account_id}`, undefined, reader.headers)).status).toBe(
      200,
    )
    const writer = await signInSubUser(services, customer_id, { permissions: ['payments:write'] })
    expect((await close(day(5), writer.headers)).status).toBe(200)
  })
})
