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

/** The bank's answer to a file of RiBa: all of them paid. */
export function paidRiba(content: string): Buffer {
  const lines = content.split('\r\n').map((line) => {
    const type = line.slice(1, 3)
    if (type === '14') return `${line.slice(0, 46)}+${line.slice(47)}`
    const turned = line.slice(0, 3) + line.slice(8, 13) + line.slice(3, 8) + line.slice(13)
    if (type === 'EF')
      return turned.slice(0, 52) + turned.slice(67, 82) + turned.slice(52, 67) + turned.slice(82)
    return type === 'IB' ? turned : line
  })
  return Buffer.from(lines.join('\r\n'))
}
