import type { Credit, KnownBill, KnownFacts, NamedElsewhere } from './known-facts.ts'

// What the tests of matching have in common.

export const bill = (number: string, residue: number, more: Partial<KnownBill> = {}): KnownBill => ({
  ...{ bill_id: Number(number.replace(/\D/g, '')), number, residue, subject_id: residue },
  ...{ holder: 'Rossi Lucia', fiscal_code: null, pending: 0, phase: 'open' },
  ...{
    issue_date: '2026-04-27',
    due_date: '2026-05-31',
    account_id: 7,
    slip_amounts: [residue],
    instalments: [],
  },
  ...more,
})
export const credit = (amount: number, more: Partial<Credit> = {}): Credit => ({
  ...{ amount, booked_on: '2026-06-03', text: '', party_name: 'Verdi Ugo' },
  ...{ structured_reference: null, end_to_end_id: 'NOTPROVIDED', party_fiscal_code: null },
  ...more,
})
export const facts = (bills: KnownBill[], more: Partial<KnownFacts> = {}): KnownFacts => ({
  ...{ bills, elsewhere: [], rule_subject_ids: [], registered: [] },
  ...more,
})
export const aurora = (number: string, more: Partial<NamedElsewhere> = {}): NamedElsewhere => ({
  ...{ bill_id: 64, account_id: 8, number, account_name: 'Condominio Aurora' },
  ...{ holder: 'Verdi Ugo', fiscal_code: null, residue: 33_773, ...more },
})
