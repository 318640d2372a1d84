import type { Import } from '@saldo/contract/imports'
import { expect } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { signIn } from '../people.ts'

export type Signed = { headers: Record<string, string>; customer_id: number }

type Row = {
  row: number
  status: string
  due_date: string | null
  issues: { code: string; message: string; ref: string | null }[]
}

/** The administrator of a new office, with the calls of the registry's import page. */
export async function registryFixtures(test: TestApp, signed?: Signed) {
  const { headers, customer_id } = signed ?? (await signIn(test.services, 'customer'))
  const send = async (method: 'POST' | 'GET' | 'DELETE', url: string, payload?: object) => {
    const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
    return {
      status: reply.status,
      body: reply.body as Import & {
        error: string
        error_description: string
        fields: Record<string, string>
        items: Row[]
      },
    }
  }
  const upload = async (file: Buffer | string, name = 'registro.csv') => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(Buffer.from(file))]), name)
    const body = new Response(form)
    const reply = await test.call({
      method: 'PUT',
      url: '/v1/accounts/import',
      headers: { ...headers, 'content-type': body.headers.get('content-type') as string },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    expect(reply.status).toBe(202)
    await runJobs(test.services)
    return (await send('GET', `/v1/accounts/import/${(reply.body as Import).import_id}`)).body
  }
  const check = async (id: number, body: object) => {
    const reply = await send('POST', `/v1/accounts/import/check/${id}`, body)
    await runJobs(test.services)
    return reply.status === 200 ? (await send('GET', `/v1/accounts/import/${id}`)).body : reply.body
  }
  const write = async (id: number, opening_date?: string) => {
    await answerAsProposed((await send('GET', `/v1/accounts/import/${id}`)).body, (body) => check(id, body))
    const reply = await send('POST', `/v1/accounts/import/${id}`, opening_date ? { opening_date } : undefined)
    await runJobs(test.services)
    return reply.status === 202 ? send('GET', `/v1/accounts/import/${id}`) : reply
  }
  const rowsOf = async (id: number, status: string) =>
    (await send('GET', `/v1/accounts/import/${id}/rows?status=${status}&limit=200`)).body.items
  const undo = async (id: number) => {
    const reply = await send('POST', `/v1/accounts/import/${id}/undo`)
    await runJobs(test.services)
    return reply.status === 202 ? send('GET', `/v1/accounts/import/${id}`) : reply
  }
  const there = () =>
    test.services.asSystem(async (tx) => {
      const [sums] = await tx`
        select
          (select count(*)::int from accounts where customer_id = c.customer_id) as accounts,
          (select count(*)::int from subjects where customer_id = c.customer_id) as subjects,
          (select count(*)::int from units where customer_id = c.customer_id) as units,
          (select count(*)::int from right_holders where customer_id = c.customer_id) as rights,
          (select count(*)::int from weight_tables where customer_id = c.customer_id) as tables,
          (select coalesce(sum(weight), 0)::bigint from weights where customer_id = c.customer_id) as weights,
          (select coalesce(sum(amount), 0)::bigint from bills where customer_id = c.customer_id) as owed,
          (select coalesce(sum(balance), 0)::bigint from subject_credits where customer_id = c.customer_id) as credit
        from customers c where c.customer_id = ${customer_id}`
      return { ...sums } as Record<string, number>
    })
  return { customer_id, headers, send, upload, check, write, rowsOf, undo, there }
}

/** Answers the open questions about a file as Saldo proposes. */
export async function answerAsProposed(
  { questions }: Import,
  amend: (body: object) => Promise<unknown>,
): Promise<void> {
  const answers = questions.flatMap(({ question, sheet, table, proposal: value, answer }) =>
    answer === null && value !== null ? [{ question, sheet, table, value }] : [],
  )
  if (answers.length > 0) await amend({ answers })
}
