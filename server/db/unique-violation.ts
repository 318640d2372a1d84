import postgres from 'postgres'
import { conflict } from '../http/errors.ts'

/**
 * Runs a query and turns the refusal of a unique index into a 409 with a sentence at each field. `fields` says which
 * index means what: two people who write the same at once are told the same as one who comes second.
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
