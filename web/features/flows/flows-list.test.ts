import { summariseFlows } from '@saldo/contract/payments/flows'
import { expect, it } from 'vitest'
import { flowsList } from './flows-list.tsx'

it('the totals of the list are those that the server sends', () => {
  const totals = summariseFlows.reply.parse({ count: 2, entries: 7, amount: 148_000 })
  expect(flowsList.summary?.(totals, {})).toMatch(/^7 righe, 1\.480,00\s€$/)
})
