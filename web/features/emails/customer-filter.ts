import { api } from '../../api.ts'
import { searchCustomers } from '../../records/customer-reference.ts'
import type { Filter } from '../../ui/grid/list.ts'

/** One customer, found by name. */
export const customerFilter: Filter = {
  kind: 'reference',
  id: 'customer_id',
  label: 'Cliente',
  search: searchCustomers,
  name: async (id, signal) =>
    (await api('GET /v1/customers/{id}', { params: { id: Number(id) }, signal })).business_name,
}
