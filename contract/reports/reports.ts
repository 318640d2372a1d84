import { paymentMethods } from '@saldo/domain/payments/payment-method'
import { paymentDelays } from '@saldo/domain/reports/payment-delays'
import { z } from 'zod'
import { endpoint, file, Id, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { listEndpoints } from '../list.ts'

/** A calendar month of Europe/Rome, `yyyy-mm`. */
const Month = z.string('Scrivi un mese.').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Scrivi il mese come 2026-09.')

const commaSeparated = (value: unknown) =>
  typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value

/** The longest period of a report, in months. */
export const monthsAtMost = 36

/** The period in whole months, both included, and the condominiums; without them, all that the caller sees. */
const ofPeriod = {
  from: Month.optional().meta({ description: 'Left out: eleven months before `to`' }),
  to: Month.optional().meta({ description: 'Left out: this month' }),
  account_ids: z.preprocess(commaSeparated, z.array(Id('account')).max(200).optional()),
}
const compared = {
  compare: z
    .enum(['before', 'year_before'])
    .default('year_before')
    .meta({ description: 'With as many months just before, or the same months a year before' }),
}
const ofReports = { allow: staff, permission: 'payments:read', scope: 'accounts' } as const

/** The figures of a month. Cents. Those of bills are null without `bills:read`. */
export const MonthFigures = z
  .object({
    month: z.string(),
    issued: fields.OfBills('What bills asked, less credit notes and cancellations of the month'),
    due: fields.OfBills('Instalments whose due date is in the month'),
    still_due: fields.OfBills('Of `due`, what is not paid today'),
    overdue: fields.OfBills('Of `still_due`, what was due before today'),
    collected: z.number().meta({ description: 'Money that came in, less what was given or taken back' }),
    corrected: z.number().meta({ description: 'Corrections of money of earlier months' }),
    taken_back: z.number().meta({ description: 'What banks took back: returned debits, disputes' }),
    fees: z.number(),
  })
  .meta({ id: 'MonthFigures' })
export type MonthFigures = z.infer<typeof MonthFigures>

export const MonthsReport = z
  .object({
    months: z.array(MonthFigures),
    before: z.array(MonthFigures).meta({ description: 'The months compared with, as many' }),
  })
  .meta({ id: 'MonthsReport' })
export type MonthsReport = z.infer<typeof MonthsReport>

export const reportMonths = endpoint('GET /v1/reports/months', {
  ...ofReports,
  summary: 'Issued, due, collected and overdue by month, and of the months compared with',
  query: z.object({ ...ofPeriod, ...compared }),
  reply: MonthsReport,
})

/** The figures of a condominium in a period. Cents. Those of bills are null without `bills:read`. */
export const AccountReport = z
  .object({
    account_id: z.number(),
    name: z.string(),
    issued: fields.OfBills('In the period'),
    due: fields.OfBills('Instalments whose due date is in the period'),
    collected: z.number(),
    corrected: z.number(),
    collected_before: z.number().meta({ description: 'In the period compared with' }),
    residue: fields.OfBills('Owed today, whenever it is due'),
    overdue: fields.OfBills('Overdue today'),
  })
  .meta({ id: 'AccountReport' })
export type AccountReport = z.infer<typeof AccountReport>

export const {
  list: listAccountReports,
  summarise: summariseAccountReports,
  export: exportAccountReports,
} = listEndpoints('reports/accounts', {
  ...ofReports,
  records: 'The figures of a period, condominium by condominium',
  record: 'account',
  row: AccountReport,
  totals: z.object({
    count: z.number(),
    issued: fields.OfBills('Sum'),
    due: fields.OfBills('Sum'),
    collected: z.number(),
    corrected: z.number(),
    collected_before: z.number(),
    residue: fields.OfBills('Sum'),
    overdue: fields.OfBills('Sum'),
  }),
  sorts: ['name', 'collected', 'issued', 'due', 'residue', 'overdue'],
  columns: ['name', 'issued', 'due', 'collected', 'corrected', 'collected_before', 'residue', 'overdue'],
  by_bills: ['issued', 'due', 'residue', 'overdue'],
  filters: { ...ofPeriod, ...compared },
})

const bands = {
  late_30: z.number(),
  late_90: z.number(),
  late_180: z.number(),
  late_365: z.number(),
  late_more: z.number(),
}

/** What the period and today say beyond the months. Cents. Parts that the caller may not see are null. */
export const ReportFigures = z
  .object({
    ageing: z
      .object({ overdue: z.number(), ...bands })
      .nullable()
      .meta({ description: 'What is overdue today, by days of lateness' }),
    returnable: z.number().meta({
      description:
        'Of all that was collected, debits that payers can still have refunded without a reason, today',
    }),
    ways: z.array(
      z.object({
        method: z.enum(paymentMethods),
        collections: z.number().meta({ description: 'How many, less reversed ones' }),
        collected: z.number(),
        fees: z.number(),
        collected_before: z.number(),
      }),
    ),
    debits: z
      .object({
        presented: z.object({ count: z.number(), amount: z.number() }),
        failed: z.object({ count: z.number(), amount: z.number() }),
        taken_back: z.number().meta({ description: 'Debits that the banks took back in the period' }),
        reasons: z.array(
          z.object({ code: z.string().nullable(), says: z.string(), count: z.number(), amount: z.number() }),
        ),
      })
      .nullable()
      .meta({
        description:
          'Debits to be collected in the period, and those that payers started in it; null without `debits:read`',
      }),
    forecast: z
      .object({
        history: z.object({ from: z.string(), to: z.string(), due: z.number(), unpaid: z.number() }),
        windows: z.array(
          z.object({
            from: fields.StoredDay,
            to: fields.StoredDay,
            due: z.number(),
            expected: z.number(),
          }),
        ),
      })
      .nullable()
      .meta({
        description:
          'What falls due in the next ninety days, less the share that is still unpaid of what fell due in the last twelve whole months',
      }),
  })
  .meta({ id: 'ReportFigures' })
export type ReportFigures = z.infer<typeof ReportFigures>

export const reportFigures = endpoint('GET /v1/reports/figures', {
  ...ofReports,
  summary: 'Ageing, ways to pay, failed debits, and the forecast of the next ninety days',
  query: z.object({ ...ofPeriod, ...compared }),
  reply: ReportFigures,
})

/** How long after their due date instalments were paid in the period. Days; negative: before. */
export const TimeToPay = z
  .object({
    median: z.number().nullable().meta({ description: 'Null: nothing was paid' }),
    delays: z.array(
      z.object({ id: z.enum(paymentDelays.map(({ id }) => id)), count: z.number(), amount: z.number() }),
    ),
  })
  .meta({ id: 'TimeToPay' })
export type TimeToPay = z.infer<typeof TimeToPay>

export const reportTimeToPay = endpoint('GET /v1/reports/time-to-pay', {
  ...ofReports,
  summary: 'Days from the due date of instalments to the payments of the period: median and distribution',
  query: z.object(ofPeriod),
  reply: TimeToPay,
})

export const reportTables = ['months', 'ways', 'ageing', 'debits', 'forecast', 'time_to_pay'] as const

export const exportReport = endpoint('GET /v1/reports/export', {
  ...ofReports,
  heavy: 'export',
  summary: 'A table of the report as a file',
  query: z.object({
    ...ofPeriod,
    ...compared,
    table: z.enum(reportTables).default('months'),
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  reply: file('text/csv'),
})
