import { api } from '../../../api.ts'
import type { Reference } from '../../../ui/form/ReferenceField.tsx'

/** Finds users by name. */
export async function searchUsers(q: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/push/users', { query: { q }, signal })
  return items.map(({ user_id, user_name, nominative, customer_name }) => ({
    value: String(user_id),
    label: nominative,
    hint: customer_name ? `${user_name}, ${customer_name}` : user_name,
  }))
}

/** Finds customers by name. */
export async function searchCustomers(q: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/customers', { query: { q, limit: 20 }, signal })
  return items.map(({ customer_id, business_name, city }) => ({
    value: String(customer_id),
    label: business_name,
    hint: city ?? undefined,
  }))
}
