import { noteKinds } from '@saldo/domain/registry/note'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    note: true
  }
}

/** A note or a telephone call about a person, of the office alone: residents never see it. */
export const Note = z
  .object({
    note_id: z.number(),
    customer_id: z.number(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    kind: z.enum(noteKinds),
    happened_at: fields.Instant,
    text: z.string(),
    call_back_on: fields.StoredDay.nullable(),
    called_back_at: fields.Instant.nullable(),
    called_back_by: z.string().nullable(),
    author: z.string(),
    may_change: z.boolean().meta({ description: 'Its author, or an administrator of the office' }),
    created_at: fields.Instant,
    updated_at: fields.Instant,
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof Note>

export const {
  list: listNotes,
  summarise: summariseNotes,
  export: exportNotes,
} = listEndpoints('notes', {
  records: 'Notes and calls',
  record: 'note',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  export_step_up: true,
  row: Note,
  totals: z.object({ count: z.number() }),
  sorts: ['happened_at'],
  columns: ['happened_at', 'kind', 'subject_nominative', 'text', 'author', 'call_back_on', 'called_back_at'],
  filters: {
    subject_id: Id('subject').optional(),
    kind: z.enum(noteKinds).optional(),
    call_back: z.enum(['due', 'open']).optional().meta({
      description: 'Calls still to be made: by today, or on any day',
    }),
  },
})

const time = 'Scrivi l’ora come 10:30.'
const writable = {
  kind: z.enum(noteKinds),
  text: fields.text(4000, 'Scrivi che cosa annotare.'),
  day: fields.Day.optional().meta({ description: 'When it happened, in Rome; left out: now' }),
  time: z
    .string(time)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, time)
    .optional()
    .meta({ description: 'Left out: midnight of `day`' }),
  call_back_on: fields.Day.nullish(),
}
const notYours = 'no such note, or not yours'
const notAuthor = 'Only who wrote it may change it, or an administrator of the office (403 `not_author`).'

export const createNote = endpoint('PUT /v1/notes', {
  summary: 'Write down a note or a call about a person',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  body: z.object({ subject_id: Id('subject'), ...writable }),
  status: 201,
  reply: Note,
  refuses: { 404: 'no such person, or not yours' },
})
export const updateNote = endpoint('POST /v1/notes', {
  summary: 'Change a note or a call; only its author, or an administrator of the office',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  body: z.object({ note_id: Id('note'), ...writable }),
  reply: Note.meta({ description: notAuthor }),
  refuses: { 404: notYours },
})
export const markCalledBack = endpoint('POST /v1/notes/called-back/{id}', {
  summary: 'Say that the person was called back, or that they must be called again',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  params: IdParams('note'),
  body: z.object({ called_back: z.boolean() }),
  reply: Note,
  refuses: { 404: notYours, 409: 'nobody is to be called back' },
})
export const removeNote = endpoint('DELETE /v1/notes/{id}', {
  summary: 'Remove a note or a call; only its author, or an administrator of the office',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  params: IdParams('note'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: notYours },
})
