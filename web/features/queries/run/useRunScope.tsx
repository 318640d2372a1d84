import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChosenCustomer } from '../../../session/customer/useChosenCustomer.ts'
import { customerQuery } from '../../../session/queries.ts'

/** Whose rows a run sees: the chosen customer's alone, unless its reader says otherwise; without one, those of all. */
export function useRunScope() {
  const chosen = useChosenCustomer()
  const [only, setOnly] = useState(true)
  const { data } = useQuery({ ...customerQuery(chosen ?? 0), enabled: chosen !== null })
  return {
    customer_id: only ? chosen : null,
    scope: chosen !== null && (
      <Checkbox
        label={`Solo i dati di ${data?.business_name ?? 'questo cliente'}`}
        checked={only}
        onChange={(event) => setOnly(event.currentTarget.checked)}
      />
    ),
  }
}
