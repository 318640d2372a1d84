import type { Note } from '@saldo/contract/registry/notes'
import type { Tx } from '../../../db/connection.ts'
import { ApiError, badInput, notFound } from '../../../http/errors.ts'
import { notesList } from './notes-list.ts'

/** A note or a call; 404 when not visible to the actor. */
export async function noteDetail(tx: Tx, note_id: number): Promise<Note> {
  const [note] = await tx<Note[]>`
    select ${notesList.select(tx)} from ${notesList.from(tx)} where n.note_id = ${note_id}`
  if (!note) throw notFound('La nota')
  return note
}

/** The same, to be changed: 403 for a sub-user who did not write it. The trigger note_stays_its_authors refuses too. */
export async function noteToChange(tx: Tx, note_id: number): Promise<Note> {
  const note = await noteDetail(tx, note_id)
  if (!note.may_change)
    throw new ApiError(
      403,
      'not_author',
      'Solo chi l’ha scritta o un amministratore dello studio la può cambiare.',
    )
  return note
}

/** The instant of a day and time of Rome. Null when no day was given. 400 when it is still to come. */
export async function instantOf(
  tx: Tx,
  { day, time = '00:00' }: { day?: string | undefined; time?: string | undefined },
): Promise<string | null> {
  if (day === undefined) return null
  const [row] = await tx<{ at: string; to_come: boolean }[]>`
    select at, at > now() + interval '1 minute' as to_come
    from (select (${day}::date + ${time}::time) at time zone 'Europe/Rome' as at) given`
  if (row?.to_come)
    throw badInput({ day: 'È nel futuro: scrivi quando è avvenuta. Per un promemoria usa «Richiamare il».' })
  return row?.at ?? null
}
