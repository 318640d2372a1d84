import { z } from 'zod'
import { endpoint, Id, IdParams } from '../endpoint.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    report_subscription: true
  }
}

const own = { allow: ['customer'], permission: null, scope: 'accounts' } as const

/** A mail with the key figures: each Monday about the week before, or on the first about the month before. */
export const ReportSubscription = z
  .object({
    subscription_id: z.number(),
    every: z.enum(['week', 'month']),
    account_id: z.number().nullable().meta({ description: 'Null: all condominiums that the user sees' }),
    account_name: z.string().nullable(),
  })
  .meta({ id: 'ReportSubscription' })
export type ReportSubscription = z.infer<typeof ReportSubscription>

export const listReportSubscriptions = endpoint('GET /v1/reports/subscriptions', {
  ...own,
  summary: 'The reports that one gets by mail',
  reply: z.array(ReportSubscription),
})

export const subscribeToReport = endpoint('POST /v1/reports/subscriptions', {
  ...own,
  summary: 'Get the report by mail from now on; the same again changes nothing',
  body: z.object({
    every: z.enum(['week', 'month'], 'Scegli ogni settimana o ogni mese.'),
    account_id: Id('account').nullish(),
  }),
  status: 201,
  reply: ReportSubscription,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'the user has no e-mail address, or twenty subscriptions already',
  },
})

export const endReportSubscription = endpoint('DELETE /v1/reports/subscriptions/{id}', {
  ...own,
  summary: 'Stop a report by mail',
  params: IdParams('report_subscription'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'stopped already, or somebody else’s' },
})
