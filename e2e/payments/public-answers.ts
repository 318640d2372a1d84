import type { APIRequestContext, Page } from '@playwright/test'
import type { PublicBill } from '@saldo/contract/bills/mybill'
import type { PublicPlan } from '@saldo/contract/bills/plans'
import type { PublicAutopay } from '@saldo/contract/payments/autopays'
import type { PublicMandate } from '@saldo/contract/payments/mandates'
import { office } from '../actions.ts'

/*
 * Answers about a bill that would take days or an office to come about: the asker, the person and the texts are the bill's own.
 */

/** A new bill, as its page gets it, and the token of its link. */
export async function newPublicBill(page: Page, request: APIRequestContext) {
  const { path } = await (await office(page, request)).newBill(27_058)
  const token = path.split('/').at(-1) ?? ''
  const bill: PublicBill = await (await request.get(`/v1/mybill/${token}`)).json()
  return { token, bill }
}

export const mandateOf = ({ asker, subject_nominative, pay }: PublicBill): PublicMandate => ({
  ...{ asker, subject_nominative, state: 'draft', account_name: asker.account_name },
  ...{ creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8', umr: 'SALDO-1', text: pay?.mandate_text ?? '' },
  ...{ iban: null, email_hint: 'd••••@example.it', signed_on: null },
})

export const planOf = ({ asker, subject_nominative, amount }: PublicBill): PublicPlan => ({
  ...{ asker, subject_nominative, state: 'proposed', amount, note: 'Come d’accordo al telefono.' },
  rates: ['2026-12-31', '2027-01-31'].map((due_date, index) => ({
    ...{ position: index + 1, due_date, amount: amount / 2 },
  })),
  agreement: 'Riconosco il debito e lo pago in due rate.\nSe non ne pago una, il piano decade.',
  ...{ expires_on: '2026-12-15', email_hint: 'd••••@example.it', accepted_at: null },
})

export const autopayOf = ({ asker, subject_nominative, number, amount }: PublicBill): PublicAutopay => ({
  ...{ asker, subject_nominative, source_type: 'sepa_debit', brand: null, last4: '3456', cap: 30_000 },
  ...{ starts_on: '2026-11-01', state: 'active', pause_reason: null, paused_until: null },
  ...{ under_way: 12_000, restorable: false, created_at: '2026-11-01T09:00:00Z' },
  next: [false, true].map((over_cap, index) => ({
    ...{ bill_number: number, instalment_id: index + 1, due_date: '2026-12-31', collect_on: '2026-12-31' },
    ...{ amount, planned: !over_cap, over_cap, by_office: false, left_to_payer: null },
  })),
})
