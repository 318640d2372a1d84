import type { RegisterEntry } from '@saldo/contract/reports/books'
import { addDays, today } from '@saldo/domain/dates'
import { expect } from 'vitest'
import { withApp } from '../app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../people.ts'

/** An office with one condominium and one person, and what its books say. */
export async function officeWithBooks() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services, { business_name: 'Studio Bianchi' })
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Aurora' })
  const subject_id = await makeSubject(test.services, customer_id, { nominative: 'Rossi Lucia' })
  const get = async <T>(url: string, as = headers) => {
    const { status, body, raw } = await test.call({ url: `/v1/books/${url}`, headers: as })
    return { status, body: body as T & { error?: string; fields?: Record<string, string> }, raw }
  }
  const register = async (query = '') =>
    (
      await get<{ items: RegisterEntry[]; next_cursor: string | null }>(
        `register?account_id=${account_id}${query}`,
      )
    ).body
  const sums = async (query = '') =>
    (await get<Record<string, number>>(`register/summary?account_id=${account_id}${query}`)).body
  /** A transfer that arrived some days ago, for a bill of its own. */
  const receive = async (amount: number, received_on: string) => {
    await makeBill(test.services, customer_id, { account_id, subject_id, amounts: [amount] })
    const { status, body } = await test.call({
      method: 'POST',
      url: '/v1/payments',
      headers,
      payload: { account_id, subject_id, amount, received_on, credit_surplus: true },
    })
    expect(status, JSON.stringify(body)).toBe(201)
  }
  /** An entry that only the system can post. */
  const post = (day: string, lines: [string, number][], kind = 'adjustment') =>
    test.services.asSystem(async (tx) => {
      const source = `test:${Math.random()}`
      const [entry] = await tx`
        insert into ledger_entries ${tx({ customer_id, account_id, subject_id, bill_id: null, payment_id: null, kind, source, day, description: 'Prova' })}
        returning entry_id`
      await tx`insert into ledger_lines ${tx(
        lines.map(([ledger_account, amount]) => ({
          ...{ customer_id, entry_id: entry?.entry_id, ledger_account, amount, bill_id: null },
        })),
      )}`
    })
  return { ...test, customer_id, account_id, subject_id, headers, get, register, sums, receive, post }
}

/** The day so many days ago. */
export const day = (ago: number) => addDays(today(), -ago)
