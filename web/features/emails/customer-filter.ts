import { api } from '../../api.ts'
import type { Filter } from '../../ui/grid/list.ts'

/** One customer, found by name. */
export const customerFilter: Filter = {
  kind: 'reference',
  id: 'customer_id',
  label: 'Cliente',
  search: async (text, signal) => {
    const found = await api('GET /v1/customers', { query: { q: text, limit: 20 }, signal })
    const items = Array.isArray(found) ? found : found.items
    return items.map(({ customer_id, business_name }) => ({
      value: String(customer_id),
      label: business_name,
    }))
  },
  name: async (id, signal) =>
    (await api('GET /v1/customers/{id}', { params: { id: Number(id) }, signal })).business_name,
}
