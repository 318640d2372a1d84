import { formatDate } from '@saldo/domain/dates'
import { api, type Reply } from '../../api.ts'
import type { Reference } from '../../ui/form/OptionList.tsx'

type Statement = Reply<'GET /v1/bank-statements'>['items'][number]

const nameOf = ({ account_name, ends_on }: Statement) => `${account_name}, al ${formatDate(ends_on)}`

/** Finds statements by condominium, file or reference, for filters. */
export async function searchStatements(text: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/bank-statements', { query: { q: text, limit: 20 }, signal })
  return items.map((statement) => ({
    value: String(statement.statement_id),
    label: nameOf(statement),
    hint: statement.file_name,
  }))
}

/** The name of a statement. */
export async function nameOfStatement(id: string): Promise<string> {
  const { items } = await api('GET /v1/bank-statements', { query: { ids: id } })
  return items[0] ? nameOf(items[0]) : `n. ${id}`
}
