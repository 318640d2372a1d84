import {
  earliestStep,
  latestStep,
  leftOutReasons,
  mostSteps,
  whyNotSequence,
} from '@saldo/domain/arrears/reminder-plan'
import { maxCents } from '@saldo/domain/money'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    reminder: true
    reminder_run: true
  }
}

/** Whether the mail was sent; `refused`: the receiving server rejected it. */
export const reminderStates = ['waiting', 'sent', 'refused'] as const

/** One reminder that was sent. Money in cents; `days` from the due date, negative before it. */
export const Reminder = z
  .object({
    reminder_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    bill_id: z.number(),
    bill_number: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    run_id: z.number(),
    due_date: fields.StoredDay,
    days: z.number(),
    step_name: z.string(),
    amount: z.number().meta({ description: 'Cents due when it was written' }),
    channel: z.enum(['email']),
    to_address: z.string(),
    email_subject: z.string(),
    email_text: z.string(),
    state: z.enum(reminderStates),
    created_at: fields.Instant,
  })
  .meta({ id: 'Reminder' })
export type Reminder = z.infer<typeof Reminder>

export const {
  list: listReminders,
  summarise: summariseReminders,
  export: exportReminders,
} = listEndpoints('reminders', {
  records: 'Reminders that were sent',
  record: 'reminder',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: Reminder,
  totals: z.object({ count: z.number(), amount: z.number() }),
  sorts: ['created_at', 'amount', 'subject_nominative', 'account_name'],
  columns: [
    'created_at',
    'subject_nominative',
    'account_name',
    'bill_number',
    'step_name',
    'due_date',
    'amount',
    'channel',
    'to_address',
    'state',
  ],
  filters: {
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    bill_id: Id('bill').optional(),
    state: anyOf(reminderStates),
    ...dayRange('created_at'),
    ...centsRange('amount'),
  },
  // Each line contains an e-mail address.
  export_step_up: true,
})

const Step = z.object({
  days: z
    .number('Scrivi quanti giorni.')
    .int('Scrivi giorni interi.')
    .min(earliestStep, `Al massimo ${-earliestStep} giorni prima.`)
    .max(latestStep, `Al massimo ${latestStep} giorni dopo.`),
  name: fields.text(40, 'Dai un nome al passo.'),
  subject: fields.text(150, 'Scrivi l’oggetto.'),
  text: fields.text(4000, 'Scrivi il testo.'),
})
const writable = {
  automatic: z.boolean(),
  not_within_days: z.number('Scrivi quanti giorni.').int().min(0).max(365, 'Al massimo 365 giorni.'),
  least_residue: z.number('Scrivi un importo.').int().min(0).max(maxCents),
  steps: z
    .array(Step)
    .min(1, 'Aggiungi almeno un passo.')
    .max(mostSteps, `Al massimo ${mostSteps} passi.`)
    .superRefine((steps, context) => {
      for (const [name, message] of Object.entries(whyNotSequence(steps)))
        context.addIssue({ code: 'custom', message, path: name.split('.').slice(1) })
    }),
}

/** The reminder sequence of a condominium, or of the office. */
export const ReminderSequence = z
  .object({
    account_id: z.number().nullable(),
    from: z.enum(['account', 'office', 'default']).meta({
      description: 'Whose it is: the condominium’s own, the office’s, or what Saldo begins with',
    }),
    automatic: z.boolean(),
    not_within_days: z.number(),
    least_residue: z.number(),
    steps: z.array(z.object({ days: z.number(), name: z.string(), subject: z.string(), text: z.string() })),
  })
  .meta({ id: 'ReminderSequence' })
export type ReminderSequence = z.infer<typeof ReminderSequence>

export const getOfficeSequence = endpoint('GET /v1/reminders/sequence', {
  summary: 'How the office reminds where a condominium has no way of its own',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  reply: ReminderSequence,
  refuses: { 422: 'a super user has not chosen a customer' },
})
export const getSequence = endpoint('GET /v1/reminders/sequence/{id}', {
  summary: 'How a condominium reminds',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: ReminderSequence,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const saveSequence = endpoint('POST /v1/reminders/sequence', {
  summary: 'Keep how a condominium reminds, or the office where account_id is left out',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: z.object({ account_id: Id('account').optional(), ...writable }),
  reply: ReminderSequence,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'the office’s sequence is for those who see all of its condominiums',
    422: 'a super user has not chosen a customer',
  },
})
export const dropSequence = endpoint('DELETE /v1/reminders/sequence/{id}', {
  summary: 'Let a condominium remind as the office does',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('account'),
  reply: ReminderSequence,
  refuses: { 404: 'no such condominium, or not yours' },
})

/** The bills: by ids, or all of a condominium. */
const selection = z
  .object({ account_id: Id('account').optional(), bill_ids: z.array(Id('bill')).min(1).max(1000).optional() })
  .refine((asked) => asked.account_id !== undefined || asked.bill_ids !== undefined, {
    path: ['account_id'],
    message: 'Scegli un condominio o delle bollette.',
  })

export const ReminderPreview = z
  .object({
    to_send: z.number(),
    amount: z.number().meta({ description: 'Cents that would be asked for' }),
    left_out: z.array(z.object({ reason: z.enum(leftOutReasons), count: z.number() })),
    rows: z
      .array(
        z.object({
          bill_number: z.string(),
          subject_nominative: z.string(),
          due_date: fields.StoredDay.nullable(),
          due_now: z.number(),
          step_name: z.string().nullable(),
          reason: z.enum(leftOutReasons).nullable(),
        }),
      )
      .meta({
        description:
          'Those who would get one first, at most 200; bills nothing has come up for are counted alone',
      }),
  })
  .meta({ id: 'ReminderPreview' })
export type ReminderPreview = z.infer<typeof ReminderPreview>

export const previewReminders = endpoint('POST /v1/reminders/preview', {
  summary: 'Who would get a reminder now, and who would not and why',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  body: selection,
  reply: ReminderPreview,
  refuses: { 404: 'one of the bills or the condominium does not exist, or is not yours' },
})

export const ReminderRun = z
  .object({
    run_id: z.number(),
    state: z
      .enum(['running', 'done', 'stopped'])
      .meta({ description: 'stopped: it failed for good; what was sent stays sent' }),
    sent: z.number(),
    left_out: z.array(z.object({ reason: z.enum(leftOutReasons), count: z.number() })),
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
  })
  .meta({ id: 'ReminderRun' })
export type ReminderRun = z.infer<typeof ReminderRun>

export const sendReminders = endpoint('POST /v1/reminders/send', {
  summary: 'Send the reminders whose turn it is; a job does it and the run says how far it is',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  body: selection,
  status: 202,
  reply: ReminderRun,
  refuses: {
    404: 'one of the bills or the condominium does not exist, or is not yours',
    422: 'the bills are of several customers',
  },
})
export const getReminderRun = endpoint('GET /v1/reminders/run/{id}', {
  summary: 'How far a run of reminders is',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('reminder_run'),
  reply: ReminderRun,
  refuses: { 404: 'no such run, or not yours' },
})
