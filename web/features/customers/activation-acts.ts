import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { customerQuery, queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import type { Activation } from './activation-words.ts'
import type { Customer } from './customers-query.ts'

/** The check list of a customer; null when it is active. Its key begins with the noun that live updates name. */
export const activationQuery = (customer_id: number) =>
  queryOptions({
    queryKey: ['customers', customer_id, 'activation'],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/activations', { query: { ids: customer_id }, signal })).items[0] ?? null,
  })

const refetch = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['customers'] }),
    queries.invalidateQueries({ queryKey: ['activations'] }),
  ])

/** Looks at it oneself; what the user sees now says from whom it is taken. */
export async function take({ customer_id, taken_by, business_name }: Activation) {
  try {
    await api('POST /v1/activations/{id}/take', { params: { id: customer_id }, body: { from: taken_by } })
    alertToast(`Ti occupi tu di ${business_name}.`, 'success')
  } catch (error) {
    alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
  }
  await refetch()
}

/** Rejects with the server's error: the form shows it. */
export async function askFor({ customer_id, business_name }: Activation, text: string) {
  await api('POST /v1/activations/{id}/ask', { params: { id: customer_id }, body: { text } })
  alertToast(`Chiesto a ${business_name}.`, 'success')
  await refetch()
}

/** Rejects with the server's error: the form shows it. */
export async function activate({ customer_id, business_name }: Customer, override_reason: string | null) {
  const now = await api('PUT /v1/customers/activated/{id}', {
    params: { id: customer_id },
    body: { override_reason },
  })
  queries.setQueryData(customerQuery(customer_id).queryKey, now)
  await refetch()
  alertToast(`${business_name} è attivo.`, 'success')
}
