import { addDays, today } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { ask, follow, type Person, wants } from './client.ts'
import { must, same, until } from './journal.ts'
import type { Stage } from './stage.ts'

export type FirstBill = { account_id: number; bill_id: number }
type Bill = { bill_id: number; phase: string }

const resident = 'lucia@example.it'

/** From an empty office to a bill that was paid by card, by whoever has the link of a mail. */
export async function payFirstBill(stage: Stage, administrator: Person): Promise<FirstBill> {
  const { journal, mail, front, database } = stage
  const account_id = await journal.step(
    'The administrator adds the first condominium and activates it',
    async () => {
      const body = {
        name: 'Condominio Ghibellina',
        fiscal_code: someFiscalCode(),
        iban: makeItalianIban({ abi: '05428', cab: '11101', account: '000000123456' }),
      }
      const made = await wants<{ account_id: number }>(
        administrator.ask('/v1/accounts', { method: 'PUT', body }),
        201,
      )
      const active = await wants<{ state: string }>(
        administrator.ask(`/v1/accounts/activated/${made.account_id}`, { method: 'PUT' }),
        200,
      )
      same(active.state, 'active', 'its state')
      return made.account_id
    },
  )
  const bill_id = await journal.step('They add the first person and the first bill', async () => {
    const { subject_id } = await wants<{ subject_id: number }>(
      administrator.ask('/v1/subjects', {
        method: 'PUT',
        body: { nominative: 'Rossi Lucia', email: resident },
      }),
      201,
    )
    const bill = {
      ...{ account_id, subject_id, description: 'Spese ordinarie', issue_date: today() },
      lines: [{ description: 'Quota', amount: 12_500 }],
      instalments: [{ due_date: addDays(today(), 30), amount: 12_500 }],
    }
    return (await wants<Bill>(administrator.ask('/v1/bills', { method: 'PUT', body: bill }), 201)).bill_id
  })
  const token = await journal.step('The bill’s link is mailed to the resident', async () => {
    await wants(administrator.ask('/v1/bills/send', { method: 'POST', body: { ids: [bill_id] } }), 200)
    return until('the mail', async () => /\/mybill\/([\w-]+)/.exec(mail.to(resident) ?? '')?.[1])
  })
  const live = follow(front, '/v1/live', administrator.headers)
  await until('the stream', async () => live.state.status === 200)
  await journal.step('The resident pays by card, with the link alone', async () => {
    const paid = await wants<{ state: string }>(
      ask(front, `/v1/stripe/charge/${token}`, {
        method: 'POST',
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
      }),
      201,
    )
    must(['succeeded', 'created', 'unknown'].includes(paid.state), `the payment is ${paid.state}`)
    await until('the paid bill', async () => (await billOf(administrator, bill_id)).phase === 'paid')
  })
  await journal.step('The administrator’s open page hears of it at once', async () => {
    await until('a live event', async () => /"noun":"(bills|payments)"/.test(live.state.heard), 10)
    same(live.state.headers['cache-control'], 'no-store', 'its cache-control')
    live.stop()
  })
  await journal.step('Stripe’s events arrive at the public address', () =>
    until('an event', async () => (await database.sql`select from provider_events limit 1`).length > 0),
  )
  await journal.step('The receipt is mailed', () =>
    until('the receipt', async () => /pagato il/.test(mail.to(resident) ?? '')),
  )
  return { account_id, bill_id }
}

export const billOf = (person: Person, bill_id: number) =>
  wants<Bill>(person.ask(`/v1/bills/${bill_id}`), 200)

/** The tax code of a condominium: eleven digits of which the last one checks the others. */
const someFiscalCode = () => {
  const found = Array.from({ length: 10 }, (_, digit) => `9401234567${digit}`).find(
    (code) => checkFiscalCode(code).reasons.length === 0,
  )
  must(found, 'no tax code')
  return found
}
