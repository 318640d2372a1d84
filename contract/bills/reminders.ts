import { deliveryWays } from '@saldo/domain/arrears/reminder-letter'
import {
  addressForms,
  earliestStep,
  latestStep,
  leftOutReasons,
  mostSteps,
} from '@saldo/domain/arrears/reminder-plan'
import { whyNotSequence } from '@saldo/domain/arrears/reminder-texts'
import { holdsIban } from '@saldo/domain/iban'
import { maxCents } from '@saldo/domain/money'
import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    reminder: true
    reminder_run: true
  }
}

/**
 * Where a letter is. By e-mail: `leaving` (can be cancelled), `waiting` (for the mail server), `sent`, `refused` (by the
 * receiving server), `not_sent` (no mail server is set). On paper: `to_deliver`, then `delivered` when somebody records it. Either may be `cancelled`.
 */
export const reminderStates = [
  'leaving',
  'waiting',
  'sent',
  'refused',
  'not_sent',
  'to_deliver',
  'delivered',
  'cancelled',
] as const

/** A letter as it is read. Money in cents. */
export const ReminderLetter = z
  .object({
    form: z.enum(addressForms),
    title: z.string(),
    text: z.string(),
    lines: z.array(
      z.object({ number: z.string(), description: z.string(), note: z.string(), amount: z.number() }),
    ),
    total_label: z.string(),
    total: z.number(),
  })
  .meta({ id: 'ReminderLetter' })

/** A letter to one person of a condominium, about one or more bills. Money in cents. */
export const Reminder = z
  .object({
    reminder_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    run_id: z.number(),
    level: z.number().meta({ description: '0: a courtesy notice before the due date' }),
    step_name: z.string(),
    address_form: z.enum(addressForms),
    amount: z.number().meta({ description: 'Cents due when it was written' }),
    bills: z.array(
      z.object({
        bill_id: z.number(),
        number: z.string(),
        description: z.string(),
        note: z.string().meta({ description: 'What the letter says: due date and level' }),
        amount: z.number(),
      }),
    ),
    channel: z.enum(['email', 'paper']),
    to_address: z.string().nullable(),
    title: z.string(),
    text: z.string(),
    state: z.enum(reminderStates),
    reason: z
      .enum(leftOutReasons)
      .nullable()
      .meta({ description: 'Cancelled because of this; null: by somebody' }),
    sent_on: fields.StoredDay.nullable(),
    delivered_by: z.enum(deliveryWays).nullable(),
    delivery_note: z.string().nullable(),
    created_at: fields.Instant,
  })
  .meta({ id: 'Reminder' })
export type Reminder = z.infer<typeof Reminder>

export const {
  list: listReminders,
  summarise: summariseReminders,
  export: exportReminders,
} = listEndpoints('reminders', {
  records: 'Letters that remind people of their bills',
  record: 'reminder',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: Reminder,
  totals: z.object({
    count: z.number(),
    cancelled: z.number().meta({ description: 'How many of them were cancelled' }),
    amount: z.number().meta({ description: 'Cents asked for by the others' }),
  }),
  sorts: ['created_at', 'amount', 'subject_nominative', 'account_name'],
  columns: [
    'created_at',
    'subject_nominative',
    'account_name',
    'bills',
    'step_name',
    'amount',
    'channel',
    'to_address',
    'sent_on',
    'delivered_by',
    'state',
  ],
  filters: {
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    bill_id: Id('bill').optional(),
    run_id: Id('reminder_run').optional(),
    state: anyOf(reminderStates),
    ...dayRange('created_at'),
    ...centsRange('amount'),
  },
  // Each line contains an e-mail address.
  export_step_up: true,
})

/** A letter that says where to pay says the condominium's own IBAN, which nobody changes unseen. */
const withoutIban = (schema: z.ZodString) =>
  schema.refine(
    (text) => !holdsIban(text),
    'L’IBAN lo scrive Saldo, quello del condominio: togli quello scritto qui.',
  )

const Step = z.object({
  days: z
    .number('Scrivi quanti giorni.')
    .int('Scrivi giorni interi.')
    .min(earliestStep, `Al massimo ${-earliestStep} giorni prima.`)
    .max(latestStep, `Al massimo ${latestStep} giorni dopo.`),
  name: withoutIban(fields.text(40, 'Dai un nome al livello.')),
  subject: withoutIban(fields.text(150, 'Scrivi l’oggetto.')),
  text: withoutIban(fields.text(4000, 'Scrivi il testo.')),
})
const writable = {
  automatic: z.boolean(),
  not_within_days: z.number('Scrivi quanti giorni.').int().min(0).max(365, 'Al massimo 365 giorni.'),
  least_residue: z.number('Scrivi un importo.').int().min(0).max(maxCents),
  address_form: z.enum(addressForms, 'Scegli tu o Lei.'),
  steps: z
    .array(Step)
    .min(1, 'Aggiungi almeno un livello.')
    .max(mostSteps, `Al massimo ${mostSteps} livelli.`),
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
    address_form: z.enum(addressForms).meta({ description: 'The last notice always says Lei' }),
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
  body: z.object({ account_id: Id('account').optional(), ...writable }).superRefine((sequence, context) => {
    for (const [name, message] of Object.entries(whyNotSequence(sequence.steps, sequence.address_form)))
      context.addIssue({ code: 'custom', message, path: name.split('.') })
  }),
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

const chosen = z.array(Id('bill')).min(1).max(1000).optional()
const nobody = { path: ['account_id'], message: 'Scegli un condominio o delle bollette.' }

const LeftOut = z.array(z.object({ reason: z.enum(leftOutReasons), count: z.number() })).meta({
  description: 'How many bills are left out, by reason, the most frequent first',
})

export const ReminderPreview = z
  .object({
    letters: z
      .array(
        z.object({
          bill_id: z.number().meta({ description: 'Its first bill, by which it is chosen' }),
          account_name: z.string(),
          subject_nominative: z.string(),
          email: z.string().nullable(),
          level: z.number(),
          step_name: z.string(),
          bills: z.number(),
          amount: z.number(),
          no_email: z.enum(leftOutReasons).nullable().meta({ description: 'Why it can go on paper only' }),
        }),
      )
      .meta({ description: 'One for each person and condominium' }),
    left_out: LeftOut,
    rows: z
      .array(
        z.object({
          bill_id: z.number(),
          bill_number: z.string(),
          subject_nominative: z.string(),
          overdue: z.number().meta({ description: 'Cents overdue on it' }),
          reason: z.enum(leftOutReasons),
        }),
      )
      .meta({
        description: 'Bills left out, at most 200; of a condominium without those not yet due',
      }),
  })
  .meta({ id: 'ReminderPreview' })
export type ReminderPreview = z.infer<typeof ReminderPreview>

export const previewReminders = endpoint('POST /v1/reminders/preview', {
  summary: 'The letters due now to the holders of these bills, and who gets none and why',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  body: z
    .object({ account_id: Id('account').optional(), bill_ids: chosen })
    .refine((asked) => asked.account_id !== undefined || asked.bill_ids !== undefined, nobody),
  reply: ReminderPreview,
  refuses: {
    404: 'one of the bills or the condominium does not exist, or is not yours',
    422: 'the bills are of several customers',
  },
})
export const previewLetter = endpoint('GET /v1/reminders/preview/{bill_id}', {
  summary: 'The letter due now to the holder of this bill, as it would be read',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: z.object({ bill_id: Id('bill') }),
  reply: ReminderLetter,
  refuses: { 404: 'no such bill, or not yours', 409: 'no letter is due to its holder' },
})

export const ReminderRun = z
  .object({
    run_id: z.number(),
    state: z.enum(['waiting', 'running', 'done', 'stopped', 'cancelled']).meta({
      description: 'waiting: it can be cancelled; stopped: it failed for good; what was sent stays sent',
    }),
    leaves_at: fields.Instant.meta({ description: 'Nothing leaves before' }),
    leaving: z.number().meta({ description: 'Letters by e-mail that have not left yet' }),
    to_deliver: z.number().meta({ description: 'Letters on paper, to be printed' }),
    sent: z.number(),
    left_out: LeftOut,
    created_at: fields.Instant,
    finished_at: fields.Instant.nullable(),
  })
  .meta({ id: 'ReminderRun' })
export type ReminderRun = z.infer<typeof ReminderRun>

export const sendReminders = endpoint('POST /v1/reminders/send', {
  summary: 'Prepare the letters due now to these holders; they leave soon, unless the run is cancelled',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  headers: idempotencyHeaders('the same run'),
  body: z
    .object({
      account_id: Id('account').optional().meta({ description: 'Everybody of it who has an e-mail address' }),
      bill_ids: chosen.meta({ description: 'By e-mail, to the holders of these' }),
      paper_bill_ids: chosen.meta({ description: 'On paper, for the holders of these' }),
    })
    .refine((asked) => Object.values(asked).some((each) => each !== undefined), nobody),
  status: 202,
  reply: ReminderRun,
  refuses: {
    404: 'one of the bills or the condominium does not exist, or is not yours',
    409: 'the key was used for other letters',
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
export const cancelReminders = endpoint('POST /v1/reminders/cancel/{id}', {
  summary: 'Cancel a run before its letters leave',
  allow: staff,
  permission: 'bills:write',
  scope: 'accounts',
  params: IdParams('reminder_run'),
  reply: ReminderRun,
  refuses: { 404: 'no such run, or not yours', 409: 'its letters have left, or it was cancelled' },
})
