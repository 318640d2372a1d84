import { useRef } from 'react'
import { api } from '../../../api.ts'
import * as check from '../../../ui/form/checks.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import type { QueryChart, QueryParameter, SavedQueryDetail } from '../queries-query.ts'

export type QueryValues = {
  name: string
  description: string
  /** Separated by commas. */
  tags: string
  text: string
  note: string
  parameters: QueryParameter[]
  chart: QueryChart | null
  runnable_by: number[] | null
}

/** Whom the newest version lets run the query, also while it waits for its approval; of an approved one, whoever is left. */
const wantedRunners = (of: SavedQueryDetail | undefined): number[] | null => {
  if (!of) return null
  return of.newest_state === 'approved' ? of.runnable_by : (of.versions[0]?.runnable_by ?? null)
}

function chartFaults(chart: QueryChart | null): [field: string, fault: string][] {
  if (!chart) return []
  const faults: [string, string][] = []
  if (chart.label.trim() === '') faults.push(['chart.label', 'Indica la colonna delle etichette.'])
  if (chart.values.every((name) => name.trim() === ''))
    faults.push(['chart.values', 'Indica almeno una colonna dei valori.'])
  return faults
}

/** Form state of a query, new or existing (`of`). */
export function useQueryForm({
  of,
  onSaved,
}: {
  of?: SavedQueryDetail
  onSaved: (query: SavedQueryDetail) => void
}) {
  const newest = of?.versions[0]
  const initial = useRef<QueryValues>({
    name: of?.name ?? '',
    description: of?.description ?? '',
    tags: of?.tags.join(', ') ?? '',
    text: newest?.text ?? '',
    note: '',
    parameters: newest?.parameters ?? [],
    chart: newest?.chart ?? null,
    runnable_by: wantedRunners(of),
  })
  return useForm<QueryValues>({
    initial: initial.current,
    draft: of ? `query-${of.query_id}-${of.newest}` : 'query-new',
    checks: {
      name: check.required('Scrivi il nome.'),
      text: check.required('Scrivi l’interrogazione.'),
    },
    checkParts: ({ parameters, chart }) =>
      Object.fromEntries([
        ...chartFaults(chart),
        ...parameters.flatMap(({ name, label, type, options }, at) => [
          ...(/^[a-z_][a-z0-9_]{0,39}$/.test(name)
            ? []
            : [[`parameters.${at}.name`, 'Solo lettere minuscole, cifre e _.'] as const]),
          ...(label.trim() === '' ? [[`parameters.${at}.label`, 'Scrivi l’etichetta.'] as const] : []),
          ...(type === 'choice' && !options?.length
            ? [[`parameters.${at}.options`, 'Scrivi almeno un valore.'] as const]
            : []),
        ]),
      ]),
    submit: async ({ tags, chart, ...values }) => {
      const body = {
        ...values,
        chart: chart && { ...chart, values: chart.values.filter((name) => name.trim() !== '') },
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      }
      onSaved(
        of
          ? await api('POST /v1/queries', { body: { ...body, query_id: of.query_id, newest: of.newest } })
          : await api('PUT /v1/queries', { body }),
      )
    },
  })
}
