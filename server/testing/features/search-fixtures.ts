import type { SearchResult } from '@saldo/contract/reports/research'
import { startApp } from '../app.ts'
import { makeBill, signIn } from '../people.ts'

export type Flags = {
  by_subjects?: string
  by_accounts?: string
  by_bills?: string
  by_transactions?: string
}
type Reply = { status: number; body: SearchResult[] & { error?: string; fields?: Record<string, string> } }

const boundary = 'saldo-boundary'
const form = (fields: Record<string, string>) => ({
  'content-type': `multipart/form-data; boundary=${boundary}`,
  body: `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${boundary}--\r\n`,
})

export const only = (kind: keyof Flags): Flags => ({
  by_subjects: '0',
  by_accounts: '0',
  by_bills: '0',
  by_transactions: '0',
  [kind]: '1',
})
export const kinds = (found: SearchResult[]) => [...new Set(found.map(({ data_from }) => data_from))]

/** An office that searches its records. */
export async function searchFixtures() {
  const app = await startApp()
  const { customer_id, headers } = await signIn(app.services, 'customer')
  async function find(text: string, flags: Flags = {}, as: Record<string, string> = headers): Promise<Reply> {
    const { body, ...type } = form({ text, ...flags })
    return app.call({ method: 'POST', url: '/v1/research/find', headers: { ...as, ...type }, body })
  }
  const findAll = (text: string, as: Record<string, string> = headers): Promise<Reply> =>
    app.call({ method: 'GET', url: `/v1/research/find-all/${encodeURIComponent(text)}`, headers: as })

  /** A person in a condominium, with a bill paid by bank transfer. */
  async function makePaidBill(of: {
    account: string
    nominative: string
    fiscal_code?: string
    number: string
    amount?: number
    customer?: number
  }) {
    const customer = of.customer ?? customer_id
    const { account_id, subject_id } = await app.services.asSystem(async (tx) => {
      const [account] = await tx`
      insert into accounts (customer_id, name, city) values (${customer}, ${of.account}, 'Firenze') returning account_id`
      const [subject] = await tx`
      insert into subjects (customer_id, nominative, fiscal_code)
      values (${customer}, ${of.nominative}, ${of.fiscal_code ?? null}) returning subject_id`
      return { account_id: account?.account_id as number, subject_id: subject?.subject_id as number }
    })
    const { bill_id } = await makeBill(app.services, customer, {
      account_id,
      subject_id,
      number: of.number,
      amounts: [of.amount ?? 41_250],
    })
    const payment_id = await app.services.asSystem(async (tx) => {
      const whose = { customer_id: customer, account_id, subject_id, bill_id }
      const [payment] = await tx`
      insert into payments ${tx({ ...whose, method: 'BANK_TRANSFER', amount: of.amount ?? 41_250, state: 'succeeded' })}
      returning payment_id`
      const paid = { payment_id: payment?.payment_id as number, bill_id, customer_id: customer }
      await tx`insert into payment_bills ${tx(paid)} on conflict do nothing`
      return paid.payment_id
    })
    return { account_id, subject_id, bill_id, payment_id }
  }

  return { app, customer_id, headers, find, findAll, makePaidBill, close: () => app.close() }
}
export type SearchFixtures = Awaited<ReturnType<typeof searchFixtures>>
