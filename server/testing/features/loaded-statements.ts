import type { Flow } from '@saldo/contract/payments/flows'
import type { Movement, MovementDetail } from '@saldo/contract/payments/transfers'
import { expect } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'

/** The calls of the pages of transfers, for a signed-in user of an office. */
export function loadedStatements(test: TestApp, { headers }: { headers: Record<string, string> }) {
  const send = async <T>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    more: object = {},
  ) => {
    const reply = await test.call({
      ...{ method, url, headers: { ...headers, ...more } },
      ...(payload ? { payload } : {}),
    })
    return { status: reply.status, body: reply.body as T & { error?: string; error_description?: string } }
  }
  /** Loads a file and reads it; returns its flow. */
  const load = async (file: string | Buffer, name: string, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', new Blob([new Uint8Array(Buffer.from(file as string))]), name)
    const body = new Response(form)
    const reply = await test.call({
      ...{ method: 'PUT', url: '/v1/flows/upload' },
      headers: { ...headers, 'content-type': body.headers.get('content-type') as string },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    expect(reply.status).toBe(202)
    await runJobs(test.services)
    return (await send<Flow>('GET', `/v1/flows/${(reply.body as Flow).flow_id}`)).body
  }
  const all = async (query = '') =>
    (await send<{ items: Movement[] }>('GET', `/v1/transfers?limit=200${query}`)).body.items
  const detail = async (id: number) => (await send<MovementDetail>('GET', `/v1/transfers/${id}`)).body
  /** The movement with this reference of the bank. */
  const byReference = async (reference: string) => {
    const found = (await all()).find(({ bank_reference }) => bank_reference === reference)
    return detail(found?.movement_id as number)
  }
  return { send, load, all, detail, byReference }
}
