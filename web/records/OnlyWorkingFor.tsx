import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LeaveUnsaved } from '../session/customer/LeaveUnsaved.tsx'
import { useChangeCustomer } from '../session/customer/useChangeCustomer.ts'
import { useChosenCustomer } from '../session/customer/useChosenCustomer.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import type { CustomerTabProps } from './record-tab.ts'

/** Renders its children unless the super user works for another customer: the server then hides this one's data. */
export function OnlyWorkingFor({ customer, children }: CustomerTabProps & { children: ReactNode }) {
  const chosen = useChosenCustomer()
  const changing = useChangeCustomer()
  if (chosen === null || chosen === customer.customer_id) return children
  return (
    <>
      <EmptyState
        title="Stai lavorando per un altro cliente"
        action={
          <Button loading={changing.busy !== null} onClick={() => changing.change(customer.customer_id)}>
            Lavora per {customer.business_name}
          </Button>
        }
      >
        Per non confondere i dati, qui si vede solo quello del cliente che hai scelto.
      </EmptyState>
      {changing.asked && (
        <LeaveUnsaved onGo={() => void changing.go(changing.asked?.id ?? null)} onStay={changing.stay} />
      )}
    </>
  )
}
