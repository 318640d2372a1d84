import { api } from '../api.ts'
import { queries } from '../session/queries.ts'
import type { Reference } from '../ui/form/OptionList.tsx'
import type { Filter } from '../ui/grid/list.ts'
import { subjectQuery } from './subject-query.ts'

/** Finds people by name, tax code or e-mail, for fields and filters. */
export async function searchSubjects(text: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/subjects', { query: { q: text, limit: 20 }, signal })
  return items.map(subjectReference)
}

type Named = { subject_id: number; nominative: string; fiscal_code: string | null }

/** A person as an option of a field. */
export const subjectReference = ({ subject_id, nominative, fiscal_code }: Named): Reference => ({
  value: String(subject_id),
  label: nominative,
  hint: fiscal_code ?? undefined,
})

/** The name of a person. */
export const nameOfSubject = async (id: string) =>
  (await queries.fetchQuery(subjectQuery(Number(id)))).nominative

/** The filter of a list by the person a bill is addressed to. */
export const subjectFilter: Filter = {
  kind: 'reference',
  id: 'subject_id',
  label: 'Intestatario',
  search: searchSubjects,
  name: nameOfSubject,
}
