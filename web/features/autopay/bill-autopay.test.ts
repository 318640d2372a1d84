import { formatEuro } from '@saldo/domain/money'
import { describe, expect, it } from 'vitest'
import type { Autopay } from './autopay-query.ts'
import { coverage } from './BillAutopay.tsx'

const autopay: Autopay = {
  ...{
    autopay_id: 1,
    customer_id: 1,
    business_name: 'Studio Bassi',
    account_id: 3,
    account_name: 'Ghibellina',
  },
  ...{
    subject_id: 4,
    subject_nominative: 'Galli Anna',
    source_id: 5,
    source_type: 'card',
    brand: 'visa',
    last4: '4242',
  },
  ...{
    cap: 25_000,
    starts_on: '2026-11-01',
    state: 'active',
    pause_reason: null,
    paused_until: null,
    under_way: 0,
  },
  next: [
    ...[
      {
        bill_id: 9,
        bill_number: 'B-9',
        instalment_id: 1,
        due_date: '2026-12-01',
        amount: 20_000,
        collect_on: '2026-12-03',
        planned: true,
        over_cap: false,
        by_office: false,
        left_to_payer: null,
      },
    ],
    ...[
      {
        bill_id: 9,
        bill_number: 'B-9',
        instalment_id: 2,
        due_date: '2027-01-01',
        amount: 30_000,
        collect_on: '2027-01-04',
        planned: false,
        over_cap: true,
        by_office: false,
        left_to_payer: null,
      },
    ],
    ...[
      {
        bill_id: 8,
        bill_number: 'B-8',
        instalment_id: 3,
        due_date: '2027-02-01',
        amount: 1000,
        collect_on: '2027-02-01',
        planned: false,
        over_cap: false,
        by_office: false,
        left_to_payer: null,
      },
    ],
  ],
  created_at: '2026-11-01T09:00:00Z',
}
const instalment = (instalment_id: number, due_date: string, settled = 0) => ({
  ...{ instalment_id, position: instalment_id, due_date, amount: 20_000, settled, pending: 0 },
})
const bill = (bill_id: number, instalments: ReturnType<typeof instalment>[]) =>
  ({ bill_id, account_id: 3, subject_id: 4, state: 'due_soon', instalments }) as Parameters<
    typeof coverage
  >[1]

describe('what the office reads of an autopay on a bill', () => {
  it('the day of each debit, and what the payer pays by hand', () => {
    expect(coverage(autopay, bill(9, [instalment(1, '2026-12-01')]))).toEqual([
      `${formatEuro(20_000)} il 03/12/2026, da Visa •••• 4242.`,
      `${formatEuro(30_000)} superano il limite scelto da chi paga: si pagano a mano.`,
    ])
  })
  it('that it covers the bill, also when that is not among the next debits', () => {
    expect(coverage(autopay, bill(7, [instalment(1, '2028-01-01')]))).toEqual([
      'Attivo da Visa •••• 4242: le rate si addebitano alla scadenza.',
    ])
  })
  it('that it stands still', () => {
    const paused = { ...autopay, state: 'paused' as const, paused_until: '2027-01-10', next: [] }
    expect(coverage(paused, bill(9, [instalment(1, '2026-12-01')]))).toEqual([
      'In pausa fino al 10/01/2027: fino ad allora le rate si pagano a mano.',
    ])
  })
  it('nothing of what was due before it began, or is paid', () => {
    const done = bill(9, [instalment(1, '2026-10-01'), instalment(2, '2026-12-01', 20_000)])
    expect(coverage(autopay, done)).toEqual([])
  })
})
