import type { MySubject } from '@saldo/contract/registry/my-records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { makeBill, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Answer = MySubject & { error: string; fields?: Record<string, string> }

/** A resident in the registry of an office, with a bill. */
async function resident() {
  const office = await signIn(test.services, 'customer')
  const { user_id, headers } = await signIn(test.services, 'consumer')
  const { customer_id } = office
  const subject_id = await makeSubject(test.services, customer_id, { user_id, nominative: 'Rossi Lucia' })
  const bill = await makeBill(test.services, customer_id, { subject_id })
  const mine = async () => {
    const { body } = await test.call({ url: '/v1/mysubjects', headers })
    return (body as { subjects: MySubject[] }).subjects
  }
  const change = async (body: object) => {
    const reply = await test.call({ method: 'POST', url: '/v1/mysubjects', headers, payload: body })
    return { status: reply.status, body: reply.body as unknown as Answer }
  }
  const issued = () =>
    test.services.asSystem(
      (tx) => tx`
        select to_jsonb(b) as bill, (select jsonb_agg(to_jsonb(i)) from bill_instalments i where i.bill_id = b.bill_id) as instalments,
          (select jsonb_agg(to_jsonb(l)) from bill_lines l where l.bill_id = b.bill_id) as lines
        from bills b where b.bill_id = ${bill.bill_id}`,
    )
  return { office, customer_id, subject_id, user_id, mine, change, issued }
}

const moved = {
  ...{ phone: '333 123 4567', address: 'Via Pisana', house_number: '12', city: 'Firenze', city_id: '048017' },
  ...{ zip_code: '50143', prov: 'FI' },
}

describe('a resident', () => {
  it('reads what each office’s registry says of them, and whom to ask there', async () => {
    const at = await resident()
    expect(await at.mine()).toMatchObject([
      {
        ...{ subject_id: at.subject_id, nominative: 'Rossi Lucia', phone: null, address: null },
        office: {
          business_name: expect.stringContaining('Studio'),
          email: expect.stringContaining('@example.it'),
          phone: '055 000 0000',
        },
      },
    ])
  })

  it('200: changes telephone and address; the office gets one message and reads the change in the history', async () => {
    const at = await resident()
    const before = await at.issued()
    const { status, body } = await at.change({ subject_id: at.subject_id, ...moved })
    expect([status, body]).toMatchObject([200, moved])
    expect(await at.mine()).toMatchObject([moved])
    await runJobs(test.services)
    expect(await newsOf(test.services, at.customer_id)).toEqual([
      {
        title: 'Contatti cambiati: Rossi Lucia',
        body: 'Ha cambiato il telefono e l’indirizzo dalla sua pagina. Le bollette già emesse restano come sono.',
        metadata: { kind: 'contacts', link: `/anagrafica/${at.subject_id}?tab=storia` },
      },
    ])
    const history = await test.call({
      url: `/v1/audit?noun=subjects&record=${at.subject_id}`,
      headers: at.office.headers,
    })
    expect((history.body as { items: object[] }).items[0]).toMatchObject({ act: 'changed', after: moved })
    expect(await at.issued(), 'what was issued stays').toEqual(before)
  })

  it('200: the same again, and an empty change, tell nobody; a field left out keeps its value, a null empties it', async () => {
    const at = await resident()
    for (const body of [{}, { phone: null }, { phone: '055 123456' }, { phone: ' 055 123456 ' }])
      expect((await at.change({ subject_id: at.subject_id, ...body })).status).toBe(200)
    await at.change({ subject_id: at.subject_id, address: 'Via Pisana' })
    expect(await at.mine()).toMatchObject([{ phone: '055 123456', address: 'Via Pisana' }])
    await at.change({ subject_id: at.subject_id, phone: null })
    expect(await at.mine()).toMatchObject([{ phone: null, address: 'Via Pisana' }])
    await runJobs(test.services)
    expect(await newsOf(test.services, at.customer_id)).toHaveLength(3)
  })

  it('400: at the field, and nothing is changed', async () => {
    const at = await resident()
    const wrong = { phone: 'dopo le otto', zip_code: '501', prov: 'XX', city_id: 'ZZZZZZ' }
    for (const [field, value] of Object.entries(wrong)) {
      const { status, body } = await at.change({
        subject_id: at.subject_id,
        address: 'Via Pisana',
        [field]: value,
      })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    }
    expect(await at.mine()).toMatchObject([{ phone: null, address: null }])
  })

  it('changes neither name, tax code nor the address of mails, in SQL either', async () => {
    const at = await resident()
    const { body } = await at.change({
      ...{ subject_id: at.subject_id, nominative: 'Bianchi', fiscal_code: null, email: 'altra@example.it' },
    })
    expect(body).toMatchObject({ nominative: 'Rossi Lucia' })
    const asResident = (sql: string) =>
      test.services.sql.begin(async (tx) => {
        await tx`select enter('saldo_consumer', null, ${at.user_id}, null)`
        return tx.unsafe(sql)
      })
    for (const column of ['nominative', 'fiscal_code', 'email', 'user_id', 'merged_into'])
      await expect(asResident(`update subjects set ${column} = null`)).rejects.toThrow(/permission denied/)
    expect((await asResident(`update subjects set phone = '055 999'`)).count, 'one’s own alone').toBe(1)
  })

  it('404: somebody else’s record', async () => {
    const [at, other] = [await resident(), await resident()]
    expect((await at.change({ subject_id: other.subject_id, ...moved })).status).toBe(404)
    expect(await other.mine()).toMatchObject([{ phone: null }])
  })
})
