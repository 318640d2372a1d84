import { autopayStates } from '@saldo/domain/payments/autopay'
import { cardBrands } from '@saldo/domain/payments/payment-method'
import { z } from 'zod'
import * as fields from '../fields.ts'
import { sourceTypes } from '../payments/sources.ts'

/** What an autopay does with one bill, as its payer reads it. Money in cents. */
export const BillAutopay = z
  .object({
    state: z.enum(autopayStates),
    paused_until: fields.StoredDay.nullable(),
    source_type: z.enum(sourceTypes),
    brand: z.enum(cardBrands).nullable(),
    last4: z.string().nullable(),
    collect_on: fields.StoredDay.nullable().meta({ description: 'The day of the next debit; null: none' }),
    amount: z.number().nullable().meta({ description: 'Of the next debit' }),
    takes: z.number().meta({ description: 'What it debits of the bill in all' }),
    over_cap: z.boolean().meta({ description: 'The next instalment is above the cap: the payer pays it' }),
    left_to_payer: z
      .string()
      .nullable()
      .meta({ description: 'Why the next instalment is not debited any more: the payer pays it' }),
    sentence: z.string().meta({ description: 'All of this in Italian, for the payer' }),
  })
  .meta({ id: 'BillAutopay' })
export type BillAutopay = z.infer<typeof BillAutopay>
