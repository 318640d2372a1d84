import { api } from '../api.ts'
import type { Reference } from '../ui/form/OptionList.tsx'

/** Customers by a part of their name, for a field that chooses one. */
export async function searchCustomers(text: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/customers', { query: { q: text || undefined, limit: 20 }, signal })
  return items.map(({ customer_id, business_name, city }) => ({
    ...{ value: String(customer_id), label: business_name },
    ...(city ? { hint: city } : {}),
  }))
}
