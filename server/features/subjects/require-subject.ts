import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

export type KnownSubject = {
  subject_id: number
  customer_id: number
  nominative: string
  fiscal_code: string | null
  email: string | null
  pec: string | null
}

/** The person; 404 when not visible to the actor. */
export async function requireSubject(tx: Tx, subject_id: number): Promise<KnownSubject> {
  const [subject] = await tx<KnownSubject[]>`
    select subject_id, customer_id, nominative, fiscal_code, email, pec from subjects where subject_id = ${subject_id}`
  if (!subject) throw notFound('La persona')
  return subject
}
