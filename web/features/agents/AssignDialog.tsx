import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { api } from '../../api.ts'
import { searchCustomers } from '../../records/customer-reference.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import rows from '../../ui/layout/RowList.module.css'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Agents.module.css'
import { assign } from './agent-acts.ts'
import type { Agent } from './agent-query.ts'

type Named = { customer_id: number; business_name: string }

/** Assigns a customer to an agent from a day on; the missing one of the two is chosen here. */
export default function AssignDialog({
  agent,
  customer,
  replaces = null,
  onClose,
}: {
  agent?: Agent
  customer?: Named
  /** The name of the present agent, who is replaced. */
  replaces?: string | null
  onClose: () => void
}) {
  const form = useForm({
    initial: { chosen: null as Reference | null, from_date: today() as string },
    checks: {
      chosen: (chosen) => (chosen ? null : agent ? 'Scegli un cliente.' : 'Scegli un agente.'),
      from_date: check.all(check.required('Scrivi da quando.'), check.date),
    },
    submit: async ({ chosen, from_date }) => {
      await assign({
        agent_id: agent?.agent_id ?? Number(chosen?.value),
        customer_id: customer?.customer_id ?? Number(chosen?.value),
        from_date,
        replace: replaces !== null,
      })
      const whose = agent?.name ?? chosen?.label
      alertToast(`${customer?.business_name ?? chosen?.label} è fra i clienti di ${whose}.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={agent ? `Assegna un cliente a ${agent.name}` : `L’agente di ${customer?.business_name}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="assign" loading={form.busy}>
            Assegna
          </Button>
        </>
      }
    >
      <form id="assign" className={styles.form} {...form.form}>
        {replaces && <p className={rows.dim}>{replaces} lo segue fino al giorno prima.</p>}
        <ReferenceField
          {...form.field('chosen')}
          kind={agent ? 'customers-to-assign' : 'active-agents'}
          label={agent ? 'Cliente' : 'Agente'}
          search={agent ? searchCustomers : agentsLike}
          inline
          autoFocus
        />
        <DateField {...form.field('from_date')} label="Dal" />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

async function agentsLike(text: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/agents', {
    query: { q: text || undefined, status: 'active', limit: 20 },
    signal,
  })
  return items.map(({ agent_id, name }) => ({ value: String(agent_id), label: name }))
}
