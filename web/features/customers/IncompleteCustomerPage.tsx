import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../session/queries.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { complete, saveIncomplete } from './customer-acts.ts'
import { type IncompleteCustomer, incompleteQuery } from './customer-query.ts'
import { customerBody, useCustomerForm } from './useCustomerForm.ts'

/** Edits an incomplete customer, and completes it. */
export function IncompleteCustomerPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(incompleteQuery(id))
  const name = query.data?.business_name ?? `n. ${id}`
  return (
    <LoadedRecord
      query={query}
      the="il cliente incompleto"
      missing="Questo cliente incompleto non c’è: forse è già stato completato"
      list={
        <Link {...paths.incompleteCustomers()} className={links.link}>
          Clienti incompleti
        </Link>
      }
      name={name}
      tabTitle="Completa il cliente"
    >
      {(kept) => (
        <>
          <PageTitle title={name} summary="Aggiungi quello che manca" actions={<GiveUp kept={kept} />} />
          <CompleteForm key={id} kept={kept} />
        </>
      )}
    </LoadedRecord>
  )
}

function CompleteForm({ kept }: { kept: IncompleteCustomer }) {
  const { incomplete_id } = kept
  const navigate = useNavigate()
  const [keeping, setKeeping] = useState(false)
  const form = useCustomerForm({
    of: kept,
    draft: `incomplete-customer-${incomplete_id}`,
    whole: true,
    onSave: async (body) => {
      const customer = await complete(incomplete_id, body)
      alertToast(`${customer.business_name} è completo: ora lo puoi attivare.`, 'success')
      await navigate(paths.customerPage(customer.customer_id))
    },
  })
  const keep = async () => {
    setKeeping(true)
    const saved = await saveIncomplete(customerBody(form.values), incomplete_id)
    setKeeping(false)
    if (!saved) return
    form.reset(form.values)
    await navigate({ ...paths.incompleteCustomers(), ignoreBlocker: true })
  }
  return (
    <RecordForm
      form={form}
      save="Completa"
      also={
        <Button variant="default" size="lg" loading={keeping} onClick={() => void keep()}>
          Salva così com’è
        </Button>
      }
      onCancel={() => void navigate(paths.incompleteCustomers())}
    >
      <CustomerFields form={form} />
    </RecordForm>
  )
}

function GiveUp({ kept }: { kept: IncompleteCustomer }) {
  const { incomplete_id, business_name } = kept
  const [asked, ask] = useState(false)
  const navigate = useNavigate()
  const remove = async () => {
    try {
      await api('DELETE /v1/customers/incomplete/{incomplete_id}', { params: { incomplete_id } })
      ask(false)
      await navigate({ ...paths.incompleteCustomers(), ignoreBlocker: true })
      queries.removeQueries({ queryKey: incompleteQuery(incomplete_id).queryKey })
      await queries.invalidateQueries({ queryKey: ['customers/incomplete'] })
    } catch (error) {
      alertToast(`Non l’ho eliminato. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    }
  }
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        Elimina
      </Button>
      <ConfirmDialog
        opened={asked}
        danger
        title={`Elimina ${business_name ?? 'questo cliente incompleto'}`}
        action="Elimina"
        cancel="Lascialo"
        onClose={() => ask(false)}
        onConfirm={remove}
      >
        Quello che avevi scritto si cancella e non si può riprendere.
      </ConfirmDialog>
    </>
  )
}
