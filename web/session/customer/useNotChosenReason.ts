import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../queries.ts'
import { useChosenCustomer } from './useChosenCustomer.ts'

/**
 * Why a super user does not change what this office keeps of itself: they impersonate only the customer whom they have chosen.
 * A sentence to show in place of the act; null for whoever has chosen it, and for all others.
 */
export function useNotChosenReason(customer_id: number): string | null {
  const { data: user } = useQuery(meQuery)
  const chosen = useChosenCustomer()
  return user?.flag_super_user && chosen !== customer_id
    ? 'Per modificare quello che è dello studio, premi prima «Guarda i dati di questo cliente».'
    : null
}
