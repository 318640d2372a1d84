import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { customerQuery, queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import {
  type IncompleteCustomer,
  incompleteQuery,
  type UserOfCustomer,
  usersOfCustomerQuery,
} from './customer-query.ts'
import type { CustomerBody } from './useCustomerForm.ts'

/** Creates or saves a customer. Rejects with the server's error; its fields are shown at the form's. */
export async function saveCustomer(body: CustomerBody, customer_id?: number) {
  const saved = await api('PUT /v1/customers', { body: { ...body, customer_id } })
  queries.setQueryData(customerQuery(saved.customer_id).queryKey, saved)
  await queries.invalidateQueries({ queryKey: ['customers'] })
  return saved
}

/** Saves an incomplete form as it is, even with errors; null on failure. */
export async function saveIncomplete(
  body: CustomerBody,
  incomplete_id?: number,
): Promise<IncompleteCustomer | null> {
  try {
    const kept = await api('PUT /v1/customers/incomplete', { body: { ...body, incomplete_id } })
    queries.setQueryData(incompleteQuery(kept.incomplete_id).queryKey, kept)
    await queries.invalidateQueries({ queryKey: ['customers/incomplete'] })
    alertToast(`${kept.business_name ?? 'Il cliente'} è fra gli incompleti.`, 'success')
    return kept
  } catch (error) {
    alertToast(`Non l’ho salvato. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    return null
  }
}

/** Completes an incomplete customer with the values of the form. */
export async function complete(incomplete_id: number, body: CustomerBody) {
  const customer = await api('POST /v1/customers/incomplete/complete/{incomplete_id}', {
    params: { incomplete_id },
    body,
  })
  queries.removeQueries({ queryKey: incompleteQuery(incomplete_id).queryKey })
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['customers'] }),
    queries.invalidateQueries({ queryKey: ['customers/incomplete', 'list'] }),
    queries.invalidateQueries({ queryKey: ['customers/incomplete', 'summary'] }),
  ])
  return customer
}

/** Lets a user buy services of Saldo, or no longer; says what went wrong. */
export async function letBuyServices(
  { user_id: id, customer_id, nominative }: UserOfCustomer,
  flag_can_buy_service_is_active: boolean,
): Promise<void> {
  try {
    await api('PUT /v1/users/flag-can-buy-service/{id}', {
      params: { id },
      body: { flag_can_buy_service_is_active },
    })
    alertToast(
      `${nominative} ${flag_can_buy_service_is_active ? 'può' : 'non può più'} acquistare servizi.`,
      'success',
    )
  } catch (error) {
    alertToast(`Non l’ho cambiato. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
  }
  if (customer_id !== null)
    await queries.invalidateQueries({ queryKey: usersOfCustomerQuery(customer_id).queryKey })
}
