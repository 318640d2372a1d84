import type { Movement } from '@saldo/contract/payments/transfers'
import { makeItalianIban } from '@saldo/domain/iban'
import { customerCodeOf } from '@saldo/domain/postal/customer-code'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { loadedStatements } from '../../testing/features/loaded-statements.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

let serial = 0

/** An office with a condominium on a postal account, a bill of two instalments, and statements of the post as CSV. */
async function office() {
  serial += 1
  const signed = await signIn(test.services, 'customer')
  const { customer_id } = signed
  const iban = makeItalianIban({ abi: '07601', cab: '02800', account: String(serial).padStart(12, '0') })
  const account_id = await makeAccount(test.services, customer_id, { iban })
  const subject_id = await makeSubject(test.services, customer_id, { nominative: 'Rossi Lucia' })
  const whose = { account_id, subject_id, issue_date: '2026-09-01' }
  const bill = await makeBill(test.services, customer_id, {
    ...{ ...whose, amounts: [10_000, 20_000], due_dates: ['2026-09-30', '2026-12-31'] },
  })
  const calls = loadedStatements(test, signed)
  /** Loads credits of one day, in cents with their texts; returns their movements in this order. */
  const read = async (credits: [number, string][]): Promise<Movement[]> => {
    const rows = credits.map(
      ([cents, text]) => `05/10/2026;${(cents / 100).toFixed(2).replace('.', ',')};${text}\n`,
    )
    const file = `Data contabile;Importo;Descrizione\n${rows.join('')}`
    const flow = await calls.load(file, 'estratto.csv', { account_id: String(account_id) })
    expect(flow).toMatchObject({ state: 'done', count: credits.length })
    const all = await calls.all()
    return credits.map(([, text]) => all.find((each) => each.text === text) as Movement)
  }
  const owed = async () => {
    const [row] = await test.services.asSystem(
      (tx) => tx<{ residue: number; methods: string[] }[]>`
        select b.residue, array(select p.method from payments p where p.account_id = b.account_id order by p.payment_id)
          as methods
        from bills b where b.bill_id = ${bill.bill_id}`,
    )
    return row
  }
  return { ...signed, ...calls, account_id, subject_id, bill, read, owed }
}

describe('a statement with codes of postal slips', () => {
  it('settles the bill of an 896 by what it printed, once, as a postal slip', async () => {
    const { bill, read, owed, detail } = await office()
    const text = `BOLLETTINO 896 ${customerCodeOf(bill, '896')}`
    const [first] = (await read([[10_000, text]])) as [Movement]
    expect(first.state).toBe('matched')
    expect((await detail(first.movement_id)).reason).toContain(
      `Il codice bollettino ${customerCodeOf(bill, '896')}`,
    )
    expect(await owed()).toEqual({ residue: 20_000, methods: ['POSTAL_SLIP'] })
    await read([[10_000, text]])
    expect(await owed()).toEqual({ residue: 20_000, methods: ['POSTAL_SLIP'] })
  })
  it('asks when an 896 brings another sum; confirmed, it is a postal slip too', async () => {
    const { bill, subject_id, read, owed, send } = await office()
    const [asked] = (await read([[9_900, `BOLLETTINO ${customerCodeOf(bill, '896')}`]])) as [Movement]
    expect(asked.state).toBe('to_match')
    expect(await owed()).toEqual({ residue: 30_000, methods: [] })
    const confirmed = await send('POST', `/v1/transfers/${asked.movement_id}/confirm`, {
      ...{ subject_id, bill_ids: [bill.bill_id] },
    })
    expect(confirmed.status).toBeLessThan(300)
    expect(await owed()).toEqual({ residue: 20_100, methods: ['POSTAL_SLIP'] })
  })
  it('takes any sum of a 674: the rest is credit', async () => {
    const { bill, read, owed } = await office()
    const code = customerCodeOf(bill, '674')
    const read_in = await read([
      [5_000, `BOLLETTINO 674 ${code} A`],
      [26_000, `BOLLETTINO 674 ${code} B`],
    ])
    expect(read_in.map(({ state }) => state)).toEqual(['matched', 'matched'])
    expect(await owed()).toEqual({ residue: 0, methods: ['POSTAL_SLIP', 'POSTAL_SLIP'] })
  })
  it('leaves a code with wrong check digits to be explained', async () => {
    const { bill, read, owed, detail } = await office()
    const code = customerCodeOf(bill, '896')
    const wrong = `${code.slice(0, 16)}${code.slice(16) === '00' ? '01' : '00'}`
    const [movement] = (await read([[777, `BOLLETTINO 896 ${wrong}`]])) as [Movement]
    expect(movement.state).toBe('to_explain')
    expect((await detail(movement.movement_id)).reason).toContain(
      `${wrong} ha le cifre di controllo sbagliate`,
    )
    expect(await owed()).toEqual({ residue: 30_000, methods: [] })
  })
  it('never matches the code of another customer’s bill', async () => {
    const [here, other] = [await office(), await office()]
    const code = customerCodeOf(other.bill, '896')
    const [movement] = (await here.read([[10_000, `BOLLETTINO 896 ${code}`]])) as [Movement]
    expect(movement.state).toBe('to_explain')
    const { reason } = await here.detail(movement.movement_id)
    expect(reason).toBe(`Il codice bollettino ${code} non è di nessuna bolletta di questo condominio.`)
    expect([await here.owed(), await other.owed()]).toEqual([
      { residue: 30_000, methods: [] },
      { residue: 30_000, methods: [] },
    ])
  })
})
