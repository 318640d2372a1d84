import type { Flow } from '@saldo/contract/payments/flows'
import { givenLayouts, type ReceiptLayout } from '@saldo/domain/accounting/receipt-layout'
import { expect } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'

type Asked = { from: string; to: string; account_id?: number; format?: string; layout?: ReceiptLayout }

/** Makes a file of receipts as a user does, and downloads it. */
export async function receiptsFile(test: TestApp, headers: Record<string, string>, asked: Asked) {
  const payload = { format: 'csv', layout: givenLayouts.full.layout, ...asked }
  const started = await test.call({ method: 'POST', url: '/v1/receipts-exports', headers, payload })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  const { flow_id } = started.body as Flow
  await runJobs(test.services)
  const flow = (await test.call({ url: `/v1/flows/${flow_id}`, headers })).body as Flow
  expect(flow.refusal).toBeNull()
  const { status, raw } = await test.call({ url: `/v1/flows/${flow_id}/file`, headers })
  expect(status).toBe(200)
  return { flow, raw, started: started.body as Flow }
}
