import type { Consent } from '@saldo/contract/registry/subjects'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

async function setUp(email: string | null = 'lucia@example.it') {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const subject_id = await makeSubject(test.services, customer_id, { email })
  const url = `/v1/subjects/consents/${subject_id}`
  const keep = async (payload: object) =>
    test.call({ method: 'POST', url, headers, payload }) as Promise<{
      status: number
      body: Consent[] & { error?: string; fields?: Record<string, string> }
    }>
  const read = async () => (await test.call({ url, headers })).body as Consent[]
  return { ...test, customer_id, headers, subject_id, keep, read }
}

describe('200', () => {
  it('records what was said, when and by whom, and keeps the day of the first statement', async () => {
    const { keep, read, services, subject_id } = await setUp()
    expect(await read()).toEqual([])
    const [first] = (await keep({ kind: 'marketing', given: false })).body
    expect(first).toMatchObject({ kind: 'marketing', given: false, actor: expect.stringMatching(/^Persona/) })
    await keep({ kind: 'paper', given: true })
    await keep({ kind: 'marketing', given: false })
    expect((await read()).find(({ kind }) => kind === 'marketing')).toEqual(first)
    const lines = await services.asSystem(
      (tx) => tx`
        select act, after ->> 'name' as name, after -> 'given' as given from audit_log
        where noun = 'subjects' and record_id = ${subject_id} and after ? 'given' order by audit_id`,
    )
    expect(lines).toMatchObject([
      { act: 'created', name: 'Proposte commerciali', given: false },
      { act: 'created', name: 'Comunicazioni su carta', given: true },
    ])
  })

  it('mails no bills to people who refused e-mail', async () => {
    const { call, customer_id, headers, keep, services, subject_id } = await setUp()
    const { bill_id } = await makeBill(services, customer_id, { subject_id })
    const send = async () =>
      (await call({ method: 'POST', url: '/v1/bills/send', headers, payload: { ids: [bill_id] } })).body
    await keep({ kind: 'email_notices', given: false })
    expect(await send()).toEqual({ sent: 0, without_email: 1, not_payable: 0 })
    await keep({ kind: 'email_notices', given: true })
    expect(await send()).toEqual({ sent: 1, without_email: 0, not_payable: 0 })
  })

  it('lists the units in which somebody has rights, the current ones first', async () => {
    const { call, customer_id, headers, services, subject_id } = await setUp()
    const account_id = await makeAccount(services, customer_id, { name: 'Aurora' })
    await services.asSystem(async (tx) => {
      const units = await tx`
        insert into units (customer_id, account_id, staircase, number, position)
        values (${customer_id}, ${account_id}, 'A', '7', 1), (${customer_id}, ${account_id}, '', '2', 2)
        returning unit_id`
      const of = { customer_id, account_id, subject_id }
      await tx`insert into right_holders ${tx([
        {
          ...of,
          unit_id: units[0]?.unit_id,
          right_kind: 'tenant',
          until: '2020-12-31',
          share_numerator: 1,
          share_denominator: 1,
        },
        {
          ...of,
          unit_id: units[1]?.unit_id,
          right_kind: 'owner',
          until: null,
          share_numerator: 1,
          share_denominator: 2,
        },
      ])}`
    })
    const { body } = await call({ url: `/v1/subjects/units/${subject_id}`, headers })
    expect(body).toMatchObject([
      {
        account_name: 'Aurora',
        unit_name: 'Int. 2',
        right_kind: 'owner',
        share_denominator: 2,
        ended: false,
      },
      { unit_name: 'Int. 7, scala A', right_kind: 'tenant', until: '2020-12-31', ended: true },
    ])
  })
})

describe('400', () => {
  it('an unknown kind of consent', async () => {
    const { keep } = await setUp()
    const { status, body } = await keep({ kind: 'fax', given: true })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['kind']])
  })
})

describe('409', () => {
  it('a consent to mails for a person without address', async () => {
    const { keep, read } = await setUp(null)
    for (const kind of ['pec', 'email_notices'])
      expect(await keep({ kind, given: true })).toMatchObject({
        status: 409,
        body: { error: 'no_address' },
      })
    expect((await keep({ kind: 'pec', given: false })).status).toBe(200)
    expect(await read()).toHaveLength(1)
  })
})
