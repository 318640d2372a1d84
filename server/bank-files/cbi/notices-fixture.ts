import type { NoticeOrder, OrderedNotice } from './notice-order.ts'

/** Two notices of one condominium, as it presents them to its bank. */
export const sampleOrder = (notices: OrderedNotice[] = [sampleNotice()]): NoticeOrder => ({
  ...{ sia: 'A1B2C', name: 'MAV-20260915-01', created_on: '2026-09-15' },
  bank: { abi: '05428', cab: '11101', account: '000000123456' },
  creditor: {
    ...{ name: 'Condominio Città Giardino', address: 'Via Ghibellina 12', town: '50122 Firenze FI' },
    ...{ fiscal_code: '84643670999', iban: null },
  },
  notices,
})

export const sampleNotice = (of: Partial<OrderedNotice> = {}): OrderedNotice => ({
  ...{ due_on: '2026-10-31', amount: 12_350, creditor_number: '2026000027', customer_code: 'A3' },
  debtor: {
    ...{ name: 'Dall’Aglio Niccolò', fiscal_code: 'RSSMRA80A01F205X', address: 'Via Ghibellina 12, int. 7' },
    ...{ zip_code: '50122', town: 'Firenze FI' },
  },
  description: 'Bolletta 2026/000027, rata 3 di 4',
  ...of,
})
