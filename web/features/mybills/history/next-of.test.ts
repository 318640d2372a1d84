import { describe, expect, it } from 'vitest'
import { nextOf } from './my-payments-list.tsx'

const failed = {
  ...{ state: 'failed' as const, payable: 8000, receipt_number: null, result_token: 'result' },
  ...{ bill_id: 7, bill_token: 'bill' },
}

describe('where a payment of one’s own leads', () => {
  it('to where the bill is paid with what one saved, after a failure', () => {
    expect(nextOf(failed)).toEqual({ label: 'Riprova', href: '#/paga?ids=7' })
  })
  it('to the bill itself, if it has been paid meanwhile', () => {
    expect(nextOf({ ...failed, payable: 0 })).toEqual({ label: 'Bolletta', href: '#/mybill/bill' })
  })
  it('to its result else', () => {
    expect(nextOf({ ...failed, state: 'processing' })).toEqual({
      label: 'Come va',
      href: '#/checkout-result/result',
    })
  })
})
