import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import type { Reference } from '../../ui/form/ReferenceField.tsx'
import { accountQuery } from './account-query.ts'

/** Condominiums whose name, address or tax code contains `text`, for fields and filters that choose one. */
export async function searchAccounts(text: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/accounts', { query: { q: text, limit: 20 }, signal })
  return items.map(({ account_id, name, city }) => ({
    value: String(account_id),
    label: name,
    hint: city ?? undefined,
  }))
}

/** What the condominium is called. */
export const nameOfAccount = async (id: string) => (await queries.fetchQuery(accountQuery(Number(id)))).name
