import { deliveryWays } from '@saldo/domain/arrears/reminder-letter'
import { z } from 'zod'
import { endpoint, file, Id, recordOfId, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** The most letters that are printed or recorded at once. */
export const mostLetters = 200
const letters = z
  .array(Id('reminder'))
  .min(1)
  .max(mostLetters, `Al massimo ${mostLetters} lettere per volta.`)

/** Records that are printed together. `choose`, `tooMany`: what is said at the field. */
const idsInQuery = (record: 'reminder' | 'bill', choose: string, tooMany: string) =>
  z
    .string(choose)
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, choose)
    .register(recordOfId, { record })
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= mostLetters, tooMany)
    .meta({ description: 'Ids, separated by commas' })

export const printedNotices = endpoint('GET /v1/bills/printed-notices', {
  heavy: 'pdf',
  summary:
    'Notices of payment as one PDF, A4, one page for each bill and its postal slip: for those without a phone',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  query: z.object({
    ids: idsInQuery('bill', 'Scegli le bollette.', `Al massimo ${mostLetters} bollette per volta.`),
  }),
  step_up: true,
  reply: file('application/pdf'),
  refuses: {
    404: 'one of them does not exist, or is not yours',
    409: 'one of them asks for nothing, or a payment of it is under way',
  },
})
export const reminderLetters = endpoint('GET /v1/reminders/letters', {
  heavy: 'pdf',
  summary: 'Letters as one PDF, A4, with the postal addresses',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  query: z.object({
    ids: idsInQuery('reminder', 'Scegli le lettere.', `Al massimo ${mostLetters} lettere per volta.`),
  }),
  step_up: true,
  reply: file('application/pdf'),
  refuses: {
    404: 'one of them does not exist, or is not yours',
    409: 'one to be delivered asks for money that was paid since',
  },
})
export const deliverReminders = endpoint('POST /v1/reminders/deliver', {
  summary: 'Record that letters on paper were delivered or sent; from then on they count as sent',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({
    ids: letters,
    delivered_by: z.enum(deliveryWays, 'Scegli come è stata consegnata.'),
    delivered_on: fields.Day,
    note: fields.optionalText(100),
    as_prepared: z.boolean().optional().meta({
      description: 'It was delivered as it was prepared, though some of what it asks for was paid since',
    }),
  }),
  reply: z.object({ delivered: z.number() }),
  refuses: {
    404: 'one of them does not exist, or is not yours',
    409: 'one of them is not waiting to be delivered, or asks for money that was paid since',
  },
})
export const renewReminders = endpoint('POST /v1/reminders/renew', {
  summary:
    'Write letters on paper again as they are due now; those with nothing left to ask for are given up',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ ids: letters }),
  reply: z.object({ renewed: z.number(), discarded: z.number() }),
  refuses: {
    404: 'one of them does not exist, or is not yours',
    409: 'one of them is not waiting to be delivered',
  },
})
export const discardReminders = endpoint('POST /v1/reminders/discard', {
  summary: 'Give up letters on paper that were not delivered',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ ids: letters }),
  reply: z.object({ discarded: z.number() }),
  refuses: {
    404: 'one of them does not exist, or is not yours',
    409: 'one of them is not waiting to be delivered',
  },
})
