import postgres from 'postgres'
import { conflict } from '../http/errors.ts'

/**
 * Runs a query and turns a unique violation into a 409 with a sentence for each field. `fields` maps an index to its
 * sentences. So if two people write the same value at the same time, the second gets the usual refusal.
 */
export async function conflictIfNotUnique<Result>(
  query: PromiseLike<Result>,
  fields: Record<string, Record<string, string>>,
): Promise<Result> {
  try {
    return await query
  } catch (error) {
    const taken = error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name
    const wrong = taken ? fields[taken] : undefined
    if (!wrong) throw error
    throw conflict('already_exists', Object.values(wrong)[0] as string, wrong)
  }
}
