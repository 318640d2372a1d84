import type { CreditDetail, CreditRefund, TransferOrder } from '@saldo/contract/payments/credit-refunds'
import { today } from '@saldo/domain/dates'
import type { BankMovement, StatementFile } from '../../bank-files/bank-file.ts'
import type { TestApp } from '../app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../people.ts'
import { flowsOf, movementOf } from './debit-run-fixtures.ts'

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
export const payerIban = 'IT60X0542811101000000123456'

/** An office with a condominium, a payer with an open bill of 100,00, and the calls of the pages of credits. */
export async function officeWithCredit(test: TestApp, of: { email?: string | null } = {}) {
  const signed = await signIn(test.services, 'customer')
  const { customer_id, headers } = signed
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id, of)
  const bill = await makeBill(test.services, customer_id, { account_id, subject_id, amounts: [10_000] })
  const flows = flowsOf(test, signed)
  const [account] = await flows.as((tx) => tx`select iban from accounts where account_id = ${account_id}`)
  const iban = account?.iban as string

  const send = async <T>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    more: object = {},
  ) => {
    const reply = await test.call({
      ...{ method, url, headers: { ...headers, ...more } },
      ...(payload ? { payload } : {}),
    })
    return { status: reply.status, body: reply.body as T & Refusal, raw: reply.raw }
  }
  let serial = 0
  const statementOf = (movements: (Partial<BankMovement> & { amount: number })[]): StatementFile => {
    serial += 1
    const all = movements.map((each, place) =>
      movementOf({ booked_on: today(), bank_reference: `BR-${serial}-${place}`, entry: place + 1, ...each }),
    )
    return {
      ...{ kind: 'statement', format: 'camt.053.001.08' },
      statements: [
        {
          ...{ iban, reference: `ST-${serial}`, from: today(), to: today(), opening: 0, line: 1, pending: 0 },
          closing: all.reduce((sum, { amount }) => sum + amount, 0),
          movements: all,
        },
      ],
    }
  }
  /** Loads a statement of the condominium's account with these movements. */
  const bookings = (...movements: (Partial<BankMovement> & { amount: number })[]) =>
    flows.load(statementOf(movements))
  /** A transfer of the payer who sent too much: the office registers the bill and the rest as credit. */
  const overpay = async (amount: number) => {
    await bookings({
      ...{ amount, text: `Saldo bolletta ${bill.number}`, party_name: 'Lucia Rossi' },
      party_iban: payerIban,
    })
    const { movement_id } = await lastMovement()
    return send('POST', '/v1/transfers/match', {
      ...{ movement_ids: [movement_id], bill_ids: [bill.bill_id], bill_amounts: [bill.amount] },
      ...{ subject_ids: [subject_id], subject_amounts: [amount - bill.amount], subject_uses: ['credit'] },
    })
  }
  const credit = async () => {
    const { body } = await send<{ items: { credit_id: number }[] }>(
      'GET',
      `/v1/credits?subject_id=${subject_id}`,
    )
    const [first] = body.items
    return first ? (await send<CreditDetail>('GET', `/v1/credits/${first.credit_id}`)).body : null
  }
  /** Asks for a refund of the payer's credit. */
  const ask = async (body: object = {}, key?: string) =>
    send<CreditRefund>(
      'POST',
      '/v1/credit-refunds',
      {
        ...{ credit_id: (await credit())?.credit_id, amount: 2_000, text: 'Restituzione credito' },
        ...{ iban_from: 'typed', iban: payerIban, ...body },
      },
      key ? { 'idempotency-key': key } : {},
    )
  const order = (credit_refund_ids: number[], body: object = {}) =>
    send<TransferOrder>('POST', '/v1/transfer-orders', { account_id, credit_refund_ids, ...body })
  const refund = async (id: number) =>
    (await send<{ items: CreditRefund[] }>('GET', `/v1/credit-refunds?ids=${id}`)).body
      .items[0] as CreditRefund
  /** Sums of the office's ledger by account; in all, nothing. */
  const ledger = async () => {
    const rows = await flows.as(
      (tx) => tx<{ ledger_account: string; amount: number }[]>`
        select l.ledger_account, sum(l.amount)::bigint as amount from ledger_lines l group by 1 having sum(l.amount) <> 0`,
    )
    return Object.fromEntries(rows.map(({ ledger_account, amount }) => [ledger_account, amount]))
  }
  const lastMovement = async () => {
    const [row] = await flows.as(
      (tx) => tx`select movement_id, state, reason from bank_movements order by movement_id desc limit 1`,
    )
    return row as { movement_id: number; state: string; reason: string }
  }
  return {
    ...{ ...signed, ...flows, ...bill, account_id, subject_id, iban, send, bookings, overpay, credit, ask },
    ...{ order, refund, ledger, lastMovement, statementOf },
  }
}
export type OfficeWithCredit = Awaited<ReturnType<typeof officeWithCredit>>
