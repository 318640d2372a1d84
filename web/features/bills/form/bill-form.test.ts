import { describe, expect, it } from 'vitest'
import type { BillDetail } from '../bill-query.ts'
import { billChecks, billValues, bodyFrom, checkBillParts, whyNotAdding } from './bill-form.ts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null
const values = {
  ...billValues(),
  account_id: { value: '7', label: 'Via Ghibellina 41' },
  subject_id: { value: '418', label: 'Rossi Lucia' },
  description: 'Rata 3 di 4',
  issue_date: '2026-09-01',
  lines: [
    { description: 'Spese generali', amount: 40_000 },
    { description: 'Conguaglio', amount: -1_250 },
  ],
  instalments: [{ due_date: '2026-09-30', amount: 38_750 }],
}

describe('checkBillParts', () => {
  it('finds nothing wrong in a valid bill, even with a negative line', () =>
    expect(checkBillParts(values)).toEqual({}))
  it('names each wrong part', () =>
    expect(
      checkBillParts({
        ...values,
        lines: [{ description: ' ', amount: Number.NaN }],
        instalments: [
          { due_date: '31/02/2026', amount: 0 },
          { due_date: '', amount: null },
        ],
      }),
    ).toEqual({
      'lines.0.description': 'Scrivi la voce.',
      'lines.0.amount': 'Questo non è un importo: scrivilo come 1.234,50.',
      'instalments.0.due_date': 'Questa data non esiste nel calendario.',
      'instalments.0.amount': 'L’importo deve essere maggiore di zero.',
      'instalments.1.due_date': 'Manca la data.',
      'instalments.1.amount': 'Manca l’importo.',
    }))
})

describe('the dates', () => {
  const due = (due_date: string) => ({ ...values, instalments: [{ due_date, amount: 38_750 }] })
  it('of an instalment lie between the issue and ten years after', () => {
    expect(checkBillParts(due('2026-08-31'))).toEqual({
      'instalments.0.due_date': 'La scadenza viene prima dell’emissione, del 01/09/2026.',
    })
    expect(checkBillParts(due('2199-01-01'))['instalments.0.due_date']).toContain('più di dieci anni')
    expect(checkBillParts({ ...due('2026-08-31'), issue_date: '' })).toEqual({})
  })
  it('are accepted if the bill was issued with them', () => {
    const of = { phase: 'open', instalments: [{ due_date: '2026-08-31' }] } as BillDetail
    expect(checkBillParts(due('2026-08-31'), of)).toEqual({})
    expect(Object.keys(checkBillParts(due('2026-08-30'), of))).toEqual(['instalments.0.due_date'])
    expect(Object.keys(checkBillParts(due('2026-08-31'), { ...of, phase: 'draft' }))).toHaveLength(1)
  })
  it('of issue is in a plausible year', () => {
    expect(billChecks.issue_date?.('1900-01-01', values)).toContain('dieci anni')
    expect(billChecks.issue_date?.('2199-01-01', values)).toContain('un anno di anticipo')
    expect(billChecks.issue_date?.('2026-09-01', values)).toBeNull()
  })
})

describe('whyNotAdding', () => {
  it('returns how much is missing or too much', () => {
    expect(whyNotAdding(38_750, 38_750)).toBeNull()
    expect(plain(whyNotAdding(38_000, 38_750))).toBe('Alle rate mancano 7,50 € per arrivare a 387,50 €.')
    expect(plain(whyNotAdding(40_000, 38_750))).toBe('Le rate superano di 12,50 € il totale, 387,50 €.')
  })
  it('refuses a bill of nothing', () =>
    expect(billChecks.instalments?.([], { ...values, lines: [] })).toContain('maggiore di zero'))
})

describe('bodyFrom', () => {
  it('sends ids, and leaves out empty fields', () =>
    expect(bodyFrom(values)).toMatchObject({ account_id: 7, subject_id: 418, number: null, unit: null }))
})
