import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { expect, it, onTestFinished } from 'vitest'
import { withApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../../testing/people.ts'

const run = promisify(execFile)
const ago = (days: number) => addDays(today(), -days)

async function office() {
  const { services, call } = await withApp()
  const { headers, customer_id } = await signIn(services, 'customer')
  const account_id = await makeAccount(services, customer_id)
  const subject_id = await makeSubject(services, customer_id)
  const order = { account_id, subject_id, method: 'CASH', confirm_duplicate: true, confirm_day: true }
  const post = async (url: string, payload: object) => {
    const { status, body } = await call({ method: 'POST', url: `/v1/${url}`, headers, payload })
    expect([url, status, body]).toEqual([url, expect.toSatisfy((at: number) => at < 300), body])
    return body as { payment_id: number; replaced_by: number }
  }
  const collect = (amount: number, received_on: string, of: object = {}) =>
    post('payments', { ...order, amount, received_on, ...of })
  const bill = async (amounts: number[]) => {
    const made = await makeBill(services, customer_id, { account_id, subject_id, amounts })
    await services.asSystem(
      (tx) => tx`update bills set issue_date = ${ago(60)} where bill_id = ${made.bill_id}`,
    )
    return made
  }
  const says = async (payment_id: number) => {
    const folder = await mkdtemp(join(tmpdir(), 'saldo-receipt-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'receipt.pdf')
    await writeFile(file, (await call({ url: `/v1/payments/receipt/${payment_id}`, headers })).raw)
    const text = (await run('pdftotext', ['-layout', file, '-'])).stdout.replace(/\s+/g, ' ')
    return {
      left: /Restano da pagare (niente|\S+ € al \S+)/.exec(text)?.[1]?.replaceAll(' ', ' '),
      text,
    }
  }
  const instalmentsOf = (bill_id: number) =>
    services.asSystem(async (tx) => {
      const rows =
        await tx`select instalment_id from bill_instalments where bill_id = ${bill_id} order by position`
      return rows.map(({ instalment_id }) => instalment_id as number)
    })
  return { bill, collect, post, says, instalmentsOf }
}

it('a receipt states what remained on its day, whatever is paid, registered or credited later', async () => {
  const { bill, collect, post, says } = await office()
  const { bill_id } = await bill([30_000])
  const first = await collect(12_000, ago(20))
  const told = `180,00 € al ${formatDate(ago(20))}`
  expect((await says(first.payment_id)).left).toBe(told)
  const second = await collect(5_000, ago(10))
  expect((await says(second.payment_id)).left).toBe(`130,00 € al ${formatDate(ago(10))}`)
  // Registered later, for a day before both.
  const late = await collect(1_000, ago(30))
  expect((await says(late.payment_id)).left).toBe(`290,00 € al ${formatDate(ago(30))}`)
  await post(`bills/credit-note/${bill_id}`, { amount: 2_000, reason: 'Errore di riparto' })
  expect((await says(first.payment_id)).left).toBe(told)
  expect((await says(second.payment_id)).left).toBe(`130,00 € al ${formatDate(ago(10))}`)
})

it('the receipt of a corrected collection states what remained without the wrong one', async () => {
  const { bill, collect, post, says } = await office()
  await bill([30_000])
  const wrong = await collect(12_000, ago(20))
  const { replaced_by } = await post(`payments/${wrong.payment_id}/reversal`, {
    reason: 'other_amount',
    amount: 10_000,
  })
  expect((await says(replaced_by)).left).toBe(`200,00 € al ${formatDate(ago(20))}`)
  expect((await says(wrong.payment_id)).left).toBe(`180,00 € al ${formatDate(ago(20))}`)
})

it('a receipt keeps the bills that were paid, and says that the payment was moved', async () => {
  const { bill, collect, post, says, instalmentsOf } = await office()
  const one = await bill([10_000])
  const other = await bill([10_000])
  const { payment_id } = await collect(4_000, ago(3), { bill_ids: [one.bill_id] })
  expect((await says(payment_id)).left).toBe(`60,00 € al ${formatDate(ago(3))}`)
  expect((await says(payment_id)).text).not.toContain('cambiata')
  await post(`payments/${payment_id}/allocations`, {
    ...{ instalment_ids: await instalmentsOf(other.bill_id), amounts: [4_000], reason: 'Era per l’altra' },
  })
  const { left, text } = await says(payment_id)
  expect(left).toBe(`60,00 € al ${formatDate(ago(3))}`)
  expect(text).toContain(`Imputazione cambiata il ${formatDate(today())}`)
})

it('a receipt of money that settles nothing names no bill: it became credit', async () => {
  const { bill, collect, says } = await office()
  await bill([10_000])
  const mixed = await collect(12_500, ago(5), { credit_surplus: true })
  const { left, text } = await says(mixed.payment_id)
  expect([left, text]).toEqual(['niente', expect.stringMatching(/A credito 25,00.€/)])
  const credit = await collect(3_000, ago(4), { credit_surplus: true })
  const whole = await says(credit.payment_id)
  expect([whole.left, whole.text]).toEqual([undefined, expect.stringMatching(/A credito 30,00.€/)])
  expect(whole.text).not.toContain('Bolletta')
})
