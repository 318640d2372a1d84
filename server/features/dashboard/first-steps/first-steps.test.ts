import type { FirstStep } from '@saldo/contract/reports/first-steps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const steps = async (headers: Record<string, string>) => {
  const { status, body } = await test.call({ url: '/v1/dashboard/first-steps', headers })
  expect(status).toBe(200)
  return (body as { steps: FirstStep[] }).steps
}
const kinds = (of: FirstStep[]) => of.map(({ kind }) => kind)
const step = (of: FirstStep[], kind: FirstStep['kind']) => of.find((each) => each.kind === kind) as FirstStep

/** An office, and what it sends to the API. */
async function office(role: 'customer' | 'awaiting' = 'customer') {
  const { headers, customer_id } = await signIn(test.services, role)
  const send = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
    const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
    expect(reply.status).toBeLessThan(300)
    return reply.body as { unit_id: number; weight_table_id: number; budget_id: number }
  }
  const unit = async (account_id: number, number: string) =>
    (await send('PUT', '/v1/units', { account_id, number })).unit_id
  return { headers, customer_id, send, unit }
}

const complete = {
  ...{ business_name: 'Studio Bianchi', vat_number: '00488410010', address: 'Via Ghibellina' },
  ...{ city: 'Firenze', zip_code: '50122', prov: 'FI', primary_email: 'studio@example.it' },
}

describe('200', () => {
  it('tells a new office everything, and what waits for what', async () => {
    const { headers } = await office()
    const all = await steps(headers)
    expect(kinds(all)).toEqual([
      'office',
      'accounts',
      'units',
      'people',
      'budget',
      'bills',
      'provider_account',
    ])
    expect(step(all, 'office').gaps).toMatchObject([
      { what: 'office_data', fields: ['vat_number', 'address', 'city', 'zip_code', 'prov'] },
    ])
    expect(all.map(({ state, waits_for }) => waits_for ?? state)).toEqual([
      'to_do',
      'to_do',
      'accounts',
      'to_do',
      'accounts',
      'accounts',
      'to_do',
    ])
  })

  it('names the units that lack weights, beginning with the condominium that lacks most', async () => {
    const { headers, customer_id, send, unit } = await office()
    const one = await makeAccount(test.services, customer_id, { name: 'Uno' })
    const two = await makeAccount(test.services, customer_id, { name: 'Due' })
    const weighed = await unit(one, '1')
    for (const number of ['2', '3']) await unit(one, number)
    await unit(two, '1')
    const { weight_table_id } = await send('PUT', '/v1/units/tables', {
      account_id: one,
      name: 'A',
      kind: 'value',
    })
    await test.services.asSystem(
      (tx) =>
        tx`insert into weights ${tx({ weight_table_id, unit_id: weighed, customer_id, account_id: one, weight: 0 })}`,
    )
    expect(step(await steps(headers), 'units')).toEqual({
      kind: 'units',
      state: 'to_do',
      waits_for: null,
      gaps: [
        {
          ...{ what: 'weights', count: 3, of: 4, accounts: 2, fields: [] },
          account: { account_id: one, name: 'Uno' },
        },
      ],
    })
  })

  it('does not count the weights of another table than that of value', async () => {
    const { headers, customer_id, send, unit } = await office()
    const account_id = await makeAccount(test.services, customer_id)
    const unit_id = await unit(account_id, '1')
    const { weight_table_id } = await send('PUT', '/v1/units/tables', {
      account_id,
      name: 'Scale',
      kind: 'stairs',
    })
    await test.services.asSystem(
      (tx) => tx`insert into weights ${tx({ weight_table_id, unit_id, customer_id, account_id, weight: 5 })}`,
    )
    expect(step(await steps(headers), 'units').gaps).toMatchObject([{ what: 'weights', count: 1, of: 1 }])
  })

  it('counts the units without a holder of today, and leaves closed condominiums out', async () => {
    const { headers, customer_id, unit } = await office()
    const account_id = await makeAccount(test.services, customer_id)
    const closed = await makeAccount(test.services, customer_id)
    const subject_id = await makeSubject(test.services, customer_id)
    await unit(closed, '1')
    const held = await unit(account_id, '1')
    const left = await unit(account_id, '2')
    await test.services.asSystem(async (tx) => {
      await tx`update accounts set state = 'closed' where account_id = ${closed}`
      const holder = { customer_id, account_id, subject_id, right_kind: 'owner' }
      await tx`insert into right_holders ${tx({ ...holder, unit_id: held })}`
      await tx`insert into right_holders ${tx({ ...holder, unit_id: left, until: '2020-01-01' })}`
    })
    expect(step(await steps(headers), 'people').gaps).toMatchObject([{ what: 'holders', count: 1, of: 2 }])
  })

  it('has nothing left once all is done, and needs no budget of an office that issues bills without', async () => {
    const { headers, customer_id, send, unit } = await office()
    await send('PUT', '/v1/customers', { customer_id, ...complete })
    const bill = await makeBill(test.services, customer_id, { draft: true })
    const { account_id, subject_id } = bill
    expect(step(await steps(headers), 'bills').gaps).toMatchObject([{ what: 'draft_bills', count: 1 }])
    const unit_id = await unit(account_id, '1')
    const { weight_table_id } = await send('PUT', '/v1/units/tables', {
      account_id,
      name: 'A',
      kind: 'value',
    })
    await test.services.asSystem(async (tx) => {
      await tx`insert into weights ${tx({ weight_table_id, unit_id, customer_id, account_id, weight: 10 })}`
      await tx`insert into right_holders ${tx({ customer_id, account_id, unit_id, subject_id, right_kind: 'owner' })}`
      await tx`
        insert into provider_accounts (customer_id, provider_account, account_destination, state)
        values (${customer_id}, 'stripe', ${`acct_${customer_id}`}, 'active')`
    })
    await makeBill(test.services, customer_id, { account_id, subject_id })
    const all = await steps(headers)
    expect(all.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'office done',
      'accounts done',
      'units done',
      'people done',
      'budget done',
      'bills done',
      'provider_account done',
    ])
  })

  it('says what the provider still asks', async () => {
    const { headers, customer_id } = await office()
    const set = (of: object) =>
      test.services.asSystem(
        (tx) => tx`
          insert into provider_accounts ${tx({ customer_id, provider_account: 'stripe', account_destination: `acct_${customer_id}`, ...of })}
          on conflict (customer_id, provider_account) do update set state = excluded.state,
            currently_due = excluded.currently_due, pending_verification = excluded.pending_verification`,
      )
    await set({ state: 'restricted', currently_due: ['external_account', 'owners.email'] })
    expect(step(await steps(headers), 'provider_account').gaps).toMatchObject([
      { what: 'provider_data', count: 2 },
    ])
    await set({ state: 'restricted', currently_due: [], pending_verification: ['document'] })
    expect(step(await steps(headers), 'provider_account')).toMatchObject({
      state: 'waiting',
      waits_for: 'provider',
      gaps: [{ what: 'provider_check', count: 1 }],
    })
    await set({ state: 'disabled', currently_due: [] })
    expect(step(await steps(headers), 'provider_account').gaps).toMatchObject([{ what: 'provider_disabled' }])
  })

  it('an office that awaits activation completes its data and sends documents; the rest waits', async () => {
    const { headers, customer_id, send } = await office('awaiting')
    const before = await steps(headers)
    expect(kinds(before).slice(0, 3)).toEqual(['office', 'documents', 'accounts'])
    expect(before.map(({ waits_for, state }) => waits_for ?? state)).toEqual([
      'to_do',
      'to_do',
      ...Array(6).fill('activation'),
    ])
    await send('PUT', '/v1/customers', { customer_id, ...complete })
    const document = (of: object) =>
      test.services.asSystem(
        (tx) =>
          tx`insert into documents ${tx({ customer_id, type: 'identity', file_name: 'carta.pdf', mime: 'application/pdf', size: 10, sha256: Buffer.alloc(32), file_path: `x/${Math.random()}`, scan: 'clean', ...of })}`,
      )
    await document({ state: 'invalid', reason: 'Illeggibile' })
    expect(step(await steps(headers), 'documents').gaps).toMatchObject([
      { what: 'invalid_documents', count: 1 },
    ])
    await document({ state: 'to_check' })
    const after = await steps(headers)
    expect(after.filter(({ state }) => state === 'done').map(({ kind }) => kind)).toEqual([
      'office',
      'documents',
    ])
  })

  it('a sub-user is asked only what they may do, of the condominiums that they see', async () => {
    const { customer_id, unit } = await office()
    const [one, two] = [
      await makeAccount(test.services, customer_id),
      await makeAccount(test.services, customer_id),
    ]
    await unit(one, '1')
    for (const number of ['1', '2']) await unit(two, number)
    const sees = async (permissions: string[], accounts?: number[]) => {
      const { headers } = await signInSubUser(test.services, customer_id, {
        permissions,
        ...(accounts ? { accounts } : {}),
      })
      return steps(headers)
    }
    expect(kinds(await sees(['accounts:read', 'bills:read', 'payments:read']))).toEqual([])
    expect(kinds(await sees(['bills:write']))).toEqual(['budget', 'bills'])
    expect(kinds(await sees(['office:write']))).toEqual(['office'])
    expect(kinds(await sees(['office:write', 'payments:read']))).toEqual(['office', 'provider_account'])
    const some = await sees(['accounts:write', 'office:write', 'payments:read'], [one])
    expect(kinds(some)).toEqual(['units'])
    expect(step(some, 'units').gaps).toMatchObject([{ what: 'weights', count: 1, of: 1, accounts: 1 }])
  })

  it('a super user sees those of the customer whom they impersonate, and otherwise none', async () => {
    const { customer_id } = await office()
    const { headers } = await signIn(test.services, 'super_user')
    expect(await steps(headers)).toEqual([])
    expect(kinds(await steps({ ...headers, 'x-customer-id': String(customer_id) }))).toContain('accounts')
  })
})

describe('403', () => {
  it.each(['consumer', 'store'] as const)('a %s has no first steps', async (role) => {
    const { headers } = await signIn(test.services, role)
    expect((await test.call({ url: '/v1/dashboard/first-steps', headers })).status).toBe(403)
  })
})
