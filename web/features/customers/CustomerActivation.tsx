import { Button } from '@mantine/core'
import { customerFieldNames, missingOfCustomer } from '@saldo/domain/registry/customer'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { LeaveUnsaved } from '../../session/customer/LeaveUnsaved.tsx'
import { useChangeCustomer } from '../../session/customer/useChangeCustomer.ts'
import { customerQuery, queries } from '../../session/queries.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import rows from '../../ui/layout/RowList.module.css'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useAskedAct } from '../../ui/useAskedAct.ts'
import { customerStates } from './customer-states.ts'
import type { Customer } from './customers-query.ts'

/** Activation state of a customer, what is missing for it, and the actions: activate, work for it. */
export function CustomerActivation({ customer }: { customer: Customer }) {
  const [asked, ask] = useState(false)
  const changing = useChangeCustomer()
  const { customer_id, business_name, state } = customer
  const missing = Object.keys(missingOfCustomer(customer)) as (keyof typeof customerFieldNames)[]
  const wanting = missing.map((field) => customerFieldNames[field].toLowerCase()).join(', ')
  useAskedAct('attiva', () => ask(state === '0' && missing.length === 0))
  return (
    <div className={rows.stack}>
      <StateLabel state={customerStates[state]} tinted />
      {state === '0' && missing.length > 0 && (
        <p className={rows.dim}>
          Manca ancora: {wanting}.{' '}
          <Link {...paths.editCustomer(customer_id)} className={links.link}>
            Completa i dati
          </Link>
        </p>
      )}
      <div className={rows.actions}>
        {state === '0' && (
          <ReasonedButton
            why={missing.length > 0 ? `Prima completa: ${wanting}.` : null}
            onClick={() => ask(true)}
          >
            Attiva
          </ReasonedButton>
        )}
        <Button
          variant="default"
          loading={changing.busy !== null}
          onClick={() => changing.change(customer_id)}
        >
          Lavora per questo cliente
        </Button>
      </div>
      <ConfirmDialog
        opened={asked}
        title={`Attiva ${business_name}`}
        action="Attiva e avvisa"
        onClose={() => ask(false)}
        onConfirm={async () => {
          await activate(customer)
          ask(false)
        }}
      >
        Il menu si apre a tutti i suoi utenti, e a {customer.primary_email} arriva una mail.
      </ConfirmDialog>
      {changing.asked && (
        <LeaveUnsaved onGo={() => void changing.go(changing.asked?.id ?? null)} onStay={changing.stay} />
      )}
    </div>
  )
}

async function activate({ customer_id, business_name }: Customer) {
  try {
    const now = await api('PUT /v1/customers/activated/{id}', { params: { id: customer_id } })
    queries.setQueryData(customerQuery(customer_id).queryKey, now)
    await queries.invalidateQueries({ queryKey: ['customers'] })
    alertToast(`${business_name} è attivo.`, 'success')
  } catch (error) {
    alertToast(`Non l’ho attivato. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
  }
}
