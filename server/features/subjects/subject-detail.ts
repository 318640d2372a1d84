import type { Subject } from '@saldo/contract/registry/subjects'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { subjectsList } from './subjects-list.ts'

/** A person or company with what they owe, also by the number of a merged record; 404 when not visible to the actor. */
export async function subjectDetail(tx: Tx, subject_id: number): Promise<Subject> {
  const [subject] = await tx<Subject[]>`
    select ${subjectsList.select(tx)} from ${subjectsList.from(tx)}
    where s.subject_id = coalesce(merged_subject(${subject_id}), ${subject_id})`
  if (!subject) throw notFound('La persona')
  return subject
}

/** 409 at the field; for `conflictIfNotUnique`. */
export const subjectTaken = {
  one_subject_per_fiscal_code: {
    fiscal_code: 'Questo codice fiscale è già di un’altra persona in anagrafica.',
  },
}
