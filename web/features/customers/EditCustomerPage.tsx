import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { refreshContacts } from '../../records/contact-changes/contact-changes.ts'
import { waitingNote } from '../../records/contact-changes/waiting-note.ts'
import { customerQuery } from '../../session/queries.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { saveCustomer } from './customer-acts.ts'
import type { Customer } from './customers-query.ts'
import { useCustomerForm } from './useCustomerForm.ts'

export function EditCustomerPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(customerQuery(id))
  return (
    <LoadedRecord
      query={query}
      the="il cliente"
      missing="Questo cliente non c’è"
      list={
        <Link {...paths.customers()} className={links.link}>
          Clienti
        </Link>
      }
      name={query.data?.business_name ?? `n. ${id}`}
      tabTitle="Modifica cliente"
    >
      {(customer) => (
        <>
          <PageTitle title={customer.business_name} summary="Modifica i dati" />
          <EditForm key={id} customer={customer} />
        </>
      )}
    </LoadedRecord>
  )
}

function EditForm({ customer }: { customer: Customer }) {
  const { customer_id } = customer
  const navigate = useNavigate()
  const form = useCustomerForm({
    of: customer,
    draft: `customer-${customer_id}`,
    whole: false,
    onSave: async (body) => {
      const saved = await saveCustomer(body, customer_id)
      await refreshContacts('customers')
      const waits = waitingNote(body.primary_email, saved.primary_email) !== null
      alertToast(
        waits
          ? 'Dati salvati. La nuova e-mail vale quando la confermano dal vecchio indirizzo o un’altra persona di Saldo.'
          : 'Dati salvati.',
        'success',
      )
      await navigate(paths.customerPage(customer_id))
    },
  })
  return (
    <RecordForm form={form} save="Salva" onCancel={() => void navigate(paths.customerPage(customer_id))}>
      <CustomerFields form={form} of={customer} />
    </RecordForm>
  )
}
