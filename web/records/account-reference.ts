import { api } from '../api.ts'
import { accountsOfCustomerQuery, queries } from '../session/queries.ts'
import { chosenCustomer } from '../session/stored-session.ts'
import type { Reference } from '../ui/form/OptionList.tsx'
import type { Filter } from '../ui/grid/list.ts'
import { accountQuery } from './account-query.ts'

/** Finds condominiums by name, address or tax code, for fields and filters. */
export async function searchAccounts(text: string, signal: AbortSignal): Promise<Reference[]> {
  const items = loadedFirst(text) ?? (await searched(text, signal))
  return items.map(({ account_id, name, city }) => ({
    value: String(account_id),
    label: name,
    hint: city ?? undefined,
  }))
}

const most = 20
const searched = async (q: string, signal: AbortSignal) =>
  (await api('GET /v1/accounts', { query: { q, limit: most }, signal })).items

/**
 * For an empty text, the first of the condominiums loaded when the customer was selected, unless they have changed
 * since.
 */
function loadedFirst(text: string) {
  const { queryKey } = accountsOfCustomerQuery(Number(chosenCustomer()))
  if (text !== '' || queries.getQueryState(queryKey)?.isInvalidated !== false) return undefined
  return queries.getQueryData(queryKey)?.slice(0, most)
}

/** The name of a condominium. */
export const nameOfAccount = async (id: string) => (await queries.fetchQuery(accountQuery(Number(id)))).name

/** The filter of a list by condominium. */
export const accountFilter = {
  kind: 'reference' as const,
  id: 'account_id',
  label: 'Condominio',
  search: searchAccounts,
  name: nameOfAccount,
} satisfies Filter
