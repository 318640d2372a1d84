import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from '../endpoint.ts'

export const monthEnd = endpoint('GET /v1/reports/month-end/{id}', {
  heavy: 'pdf',
  summary:
    'The month-end of a condominium on the office’s letterhead: balances, issued, collected by way to pay, fees, debtors at its end',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('account'),
  query: z.object({
    month: z
      .string('Scrivi un mese.')
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Scrivi il mese come 2026-09.')
      .optional()
      .meta({ description: 'Left out: the last whole month' }),
    format: z.enum(['pdf', 'xlsx']).default('pdf'),
  }),
  reply: file('application/pdf'),
  refuses: { 400: 'the month has not begun', 404: 'no such condominium, or not yours' },
})

export const dossierPdf = endpoint('GET /v1/subjects/dossier-pdf/{id}', {
  heavy: 'pdf',
  summary:
    'All that a lawyer needs to recover what a person owes in a condominium, as one PDF: bills, statement, reminders, certificates',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  step_up: true,
  params: IdParams('subject'),
  query: z.object({ account_id: Id('account') }),
  reply: file('application/pdf'),
  refuses: { 404: 'no such person or condominium, or not yours' },
})
