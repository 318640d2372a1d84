import { insertNumbered, insertRows } from '../../features/demo/write/insert-rows.ts'
import { linkToken } from '../../http/link-token.ts'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { testSecret } from '../app.ts'
import { signIn } from '../people.ts'
import { sendFile } from '../send-file.ts'
import type { Month } from './month.ts'

/** The office of a month: its records are in the database, and it calls the server as its administrator does. */
export type Office = Awaited<ReturnType<typeof openOffice>>

export async function openOffice(test: TestApp, month: Month) {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const ids = await writeMonth(test, customer_id, month)

  /** Calls the server; throws unless it answers with one of these states. */
  async function send<Body>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    as: Record<string, string> = headers,
  ) {
    const reply = await test.call({ method, url, headers: as, ...(payload ? { payload } : {}) })
    if (reply.status >= 300)
      throw new Error(`${method} ${url}: ${reply.status} ${reply.raw.toString().slice(0, 500)}`)
    return reply.body as Body
  }
  /** Downloads a file that was made. Whoever does so has signed in just now. */
  const file = async (flow_id: number): Promise<string> => {
    const { headers: fresh } = await signIn(test.services, 'customer', customer_id)
    const reply = await test.call({ method: 'GET', url: `/v1/flows/${flow_id}/file`, headers: fresh })
    if (reply.status !== 200) throw new Error(`file of flow ${flow_id}: ${reply.status}`)
    return reply.raw.toString('latin1')
  }
  /** Loads a file as the page does and reads it. Throws if it is refused. */
  async function load(name: string, content: Buffer | string): Promise<{ count: number; known: number }> {
    const sent = await sendFile(test, {
      ...{ method: 'PUT', url: '/v1/flows/upload', headers, name, file: Buffer.from(content as string) },
    })
    if (sent.status !== 202) throw new Error(`${name}: ${sent.status} ${sent.raw.toString().slice(0, 300)}`)
    await runJobs(test.services)
    const flow = await send<{
      state: string
      refusal: string | null
      refusal_line: number
      count: number
      known: number
    }>('GET', `/v1/flows/${(sent.body as { flow_id: number }).flow_id}`)
    if (flow.state !== 'done') throw new Error(`${name}: ${flow.refusal} (line ${flow.refusal_line})`)
    return flow
  }
  const tokenOf = (bill: number) =>
    linkToken(testSecret, { opens: 'bill', bill_id: ids.bill_ids[bill] as number, version: 1 })
  return { test, headers, customer_id, ...ids, send, file, load, tokenOf }
}

/** Writes condominiums, people and issued bills, as an import would have. */
async function writeMonth({ services }: TestApp, customer_id: number, month: Month) {
  const { buildings, residents, bills } = month
  return services.asSystem(async (tx) => {
    const account_ids = await insertNumbered(
      tx,
      'accounts',
      'account_id',
      buildings.map(({ name, iban, fiscal_code }) => ({
        ...{
          customer_id,
          name,
          iban,
          fiscal_code,
          address: 'Via Ghibellina',
          house_number: '7',
          city: 'Firenze',
        },
        ...{ zip_code: '50122', prov: 'FI', provider_account: 'stripe', minimum_payment: null },
        ...{ created_at: `${month.day}T00:00:00Z`, updated_at: `${month.day}T00:00:00Z` },
      })),
    )
    const subject_ids = await insertNumbered(
      tx,
      'subjects',
      'subject_id',
      residents.map(({ name, fiscal_code }, index) => ({
        ...{ customer_id, nominative: name, fiscal_code, email: `abitante${index}@example.it` },
        ...{ address: 'Via Ghibellina', house_number: '7', city: 'Firenze', zip_code: '50122', prov: 'FI' },
        ...{ created_at: `${month.day}T00:00:00Z`, updated_at: `${month.day}T00:00:00Z` },
      })),
    )
    const bill_ids = await insertNumbered(
      tx,
      'bills',
      'bill_id',
      bills.map(({ building, resident, number, description, unit, issue_date, due_date, amount }) => ({
        ...{ customer_id, account_id: account_ids[building], subject_id: subject_ids[resident] },
        ...{ number, description, unit, issue_date, amount, status: 'issued', disputed: false },
        ...{
          settled: 0,
          returned: 0,
          refunded: 0,
          next_due_date: due_date,
          created_at: `${issue_date}T08:00:00Z`,
        },
      })),
    )
    const each = bills.map((bill, index) => ({ ...bill, customer_id, bill_id: bill_ids[index], position: 1 }))
    await insertRows(
      tx,
      'bill_lines',
      each.map(({ customer_id, bill_id, position, amount }) => ({
        ...{ customer_id, bill_id, position, amount, description: 'Spese generali' },
      })),
    )
    await insertNumbered(
      tx,
      'bill_instalments',
      'instalment_id',
      each.map(({ customer_id, bill_id, position, due_date, amount }) => ({
        ...{ customer_id, bill_id, position, due_date, amount, settled: 0, returned: 0, refunded: 0 },
      })),
    )
    return { account_ids, subject_ids, bill_ids }
  })
}
