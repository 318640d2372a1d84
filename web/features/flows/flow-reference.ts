import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { flowQuery } from './flow-query.ts'

/** Finds files of these kinds by their name, for filters. */
export const searchFlows =
  (kind: string) =>
  async (text: string, signal: AbortSignal): Promise<Reference[]> => {
    const { items } = await api('GET /v1/flows', { query: { q: text, kind, limit: 20 }, signal })
    return items.map(({ flow_id, file_name, account_name }) => ({
      value: String(flow_id),
      label: file_name,
      hint: account_name ?? undefined,
    }))
  }

/** The name of a file. */
export const nameOfFlow = async (id: string) => (await queries.fetchQuery(flowQuery(Number(id)))).file_name
