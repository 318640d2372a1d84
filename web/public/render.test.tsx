import type { PublicBill } from '@saldo/contract/bills/mybill'
import { billStates } from '@saldo/domain/bills/bill'
import { describe, expect, it } from 'vitest'
import { renderBill } from './render.tsx'

const transfer = {
  ...{ holder: 'Condominio Ghibellina 34', iban: 'IT60X0542811101000000123456', amount: 27_058 },
  ...{ reference: 'RF48202600001', epc: 'BCD', qr: { size: 1, path: 'M0 0h1v1h-1z' } },
}
const bill: PublicBill = {
  asker: {
    account_name: 'Condominio Ghibellina 34',
    account_address: null,
    business_name: 'Studio <Bartolini>',
    phone: '055 123456',
    email: 'studio@example.it',
  },
  ...{ subject_nominative: 'Rossi Lucia', number: '2026/000116', description: 'Rata 4 di 4', unit: 'Int. 2' },
  ...{ phase: 'open', state: 'to_pay', amount: 27_058, settled: 0, pending: 0, residue: 27_058, overdue: 0 },
  ...{ due_now: 27_058, today: '2026-11-29', payable: 27_058, minimum_payment: null, credit: 0 },
  due_date: '2026-12-07',
  instalments: [],
  lines: [{ position: 1, description: 'Acqua', amount: 27_058 } as PublicBill['lines'][number]],
  ...{
    not_payable_reason: null,
    transfer,
    email_hint: 'l••••@example.it',
    return_reason: null,
    autopay: null,
    delegated: false,
    last_payment: null,
  },
  pay: {
    ...{
      methods: ['CARD', 'SEPA_DEBIT', 'BANK_TRANSFER'],
      suspended: [],
      provider_account: 'stripe',
      publishable_key: 'pk_test',
    },
    ...{
      api_base: null,
      mandate_text: 'Mandato',
      keep_texts: { card: 'Carta', sepa_debit: 'Conto' },
      autopay_text: null,
    },
  },
}
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('a bill that the server draws', () => {
  it('has who asks, the sum, by when, and the ways to pay', () => {
    const { title, html } = renderBill('token', bill)
    expect(title).toBe('Condominio Ghibellina 34, bolletta 2026/000116 · Saldo')
    for (const word of [
      'Condominio Ghibellina 34',
      'Rossi Lucia',
      '270',
      '7 dicembre',
      'Carta',
      'Bonifico',
      'Acqua',
    ])
      expect(words(html)).toContain(word)
    expect(html).toContain('Studio &lt;Bartolini>')
  })
  it.each(billStates)('is drawn in the state %s', (state) => {
    const paid = state === 'paid'
    const of = {
      ...bill,
      state,
      settled: paid ? bill.amount : 0,
      residue: paid ? 0 : bill.residue,
      payable: paid ? 0 : bill.payable,
    }
    expect(words(renderBill('token', of).html)).toContain('270')
  })
  it('leaves nothing behind for the next one', () => {
    renderBill('token', bill)
    const other = {
      ...bill,
      asker: { ...bill.asker, account_name: 'Condominio Dante 4' },
      transfer: { ...transfer, holder: 'Condominio Dante 4' },
    }
    expect(words(renderBill('other', other).html)).not.toContain('Ghibellina')
  })
})
