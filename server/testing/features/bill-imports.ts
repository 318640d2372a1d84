import type { Import } from '@saldo/contract/imports'
import { expect } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { signIn } from '../people.ts'
import { answerAsProposed, type Signed } from './registry-fixtures.ts'

/** The administrator of a new office, or whoever is given, with the calls of the page that imports bills. */
export async function billImports(test: TestApp, signed?: Signed) {
  const { headers, customer_id } = signed ?? (await signIn(test.services, 'customer'))
  const send = async (method: 'POST' | 'GET' | 'DELETE', url: string, payload?: object) => {
    const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: reply.status, body: reply.body as Import & { error: string; items: never[] } }
  }
  const upload = async (file: Buffer, name: string, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', new Blob([new Uint8Array(file)]), name)
    const body = new Response(form)
    const reply = await test.call({
      method: 'PUT',
      url: '/v1/bills/import',
      headers: { ...headers, 'content-type': body.headers.get('content-type') as string },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    expect(reply.status).toBe(202)
    await runJobs(test.services)
    return (await send('GET', `/v1/bills/import/${(reply.body as Import).import_id}`)).body
  }
  const confirm = async (id: number) => {
    await answerAsProposed((await send('GET', `/v1/bills/import/${id}`)).body, (body) => amend(id, body))
    const reply = await send('POST', `/v1/bills/import/${id}/confirm`)
    await runJobs(test.services)
    return reply.status === 202 ? send('GET', `/v1/bills/import/${id}`) : reply
  }
  const written = () =>
    test.services.asSystem(async (tx) => {
      const [sums] = await tx`
        select count(*)::int as bills, coalesce(sum(amount), 0)::bigint as amount,
          count(distinct account_id)::int as accounts, count(distinct subject_id)::int as subjects
        from bills where customer_id = ${customer_id}`
      return sums
    })
  /** Changes how the file is read, and reads it again. */
  const amend = async (id: number, body: object) => {
    const reply = await send('POST', `/v1/bills/import/${id}`, body)
    await runJobs(test.services)
    return reply.status === 200 ? (await send('GET', `/v1/bills/import/${id}`)).body : reply.body
  }
  return { customer_id, headers, send, upload, amend, confirm, written }
}
