import { z } from 'zod'
import { BillTotals } from '../bills/bills.ts'
import { endpoint, Id, signedIn } from '../endpoint.ts'
import { Payment } from '../payments/payments.ts'

const Tally = z.object({ count: z.number(), amount: z.number() })

/**
 * The first page after signing in. Money in cents; months are `yyyy-mm`. Figures that a sub-user may not read are null,
 * never zero: figures of bills need `bills:read`, those of payments `payments:read`.
 */
export const Dashboard = z
  .object({
    year: z
      .number()
      .nullable()
      .meta({ description: 'Whose bills the totals are; null: of all, none was issued this year' }),
    totals: BillTotals.nullable().meta({ description: 'Drafts and cancelled bills left out' }),
    to_collect: z.object({ residue: z.number(), earlier: z.number(), later: z.number() }).nullable().meta({
      description: 'Residue of all issued bills; of that, of those issued before this year, and after it',
    }),
    overdue: Tally.nullable().meta({
      description: 'Bills with something due before today, whatever befell them; the amount is that part',
    }),
    due_soon: Tally.nullable().meta({
      description: 'Instalments that fall due from today to 30 days on, and the bills they are of',
    }),
    collected_today: Tally.nullable().meta({
      description:
        'Money that came in today in Rome, less what was given back or returned today; credit that was used is none, nor corrections of money of earlier days',
    }),
    corrected_today: Tally.nullable().meta({
      description:
        'Corrections made today of money of earlier days: reversals, and the collections in their place',
    }),
    under_way: Tally.nullable().meta({ description: 'Payments not settled yet' }),
    months: z
      .array(
        z.object({
          month: z.string(),
          issued: z.number().nullable(),
          collected: z.number().nullable(),
          corrected: z.number().nullable(),
        }),
      )
      .meta({
        description:
          'issued: what bills asked, less credit notes and cancellations of the month; collected and corrected: as of today, for the month',
      }),
    /** Counts of 0 are left out. */
    attention: z.array(
      z.object({
        kind: z.enum([
          'returned',
          'disputed',
          'failed',
          'unmatched',
          'overdue',
          'due_soon',
          'unknown',
          'without_iban',
        ]),
        count: z.number(),
        amount: z.number().nullable(),
      }),
    ),
    latest_payments: z.array(Payment).nullable(),
    accounts: z
      .array(
        z.object({
          account_id: z.number(),
          name: z.string(),
          city: z.string().nullable(),
          issued: z.number(),
          collected: z.number(),
          residue: z.number(),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint('GET /v1/dashboard', {
  summary: 'Due, collected, overdue, latest payments and what needs attention, of what the caller may see',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  query: z.object({
    account_id: Id('account').optional().meta({ description: 'All of it for this condominium alone' }),
  }),
  reply: Dashboard,
  refuses: { 404: 'no such condominium, or not yours' },
})
