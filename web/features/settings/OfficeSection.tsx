import { useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { refreshContacts } from '../../records/contact-changes/contact-changes.ts'
import { WaitingContact } from '../../records/contact-changes/WaitingContact.tsx'
import { waitingNote } from '../../records/contact-changes/waiting-note.ts'
import { includesPermission, refusalReason } from '../../session/permissions/permission.ts'
import { citiesQuery, customerQuery, queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { AddressFields } from '../../ui/form/AddressFields.tsx'
import { FiscalCodeField, VatField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ContactFields } from '../customers/ContactFields.tsx'
import { CustomerFacts } from '../customers/CustomerFacts.tsx'
import { useCustomerForm } from '../customers/useCustomerForm.ts'
import styles from './Settings.module.css'

type Customer = Reply<'GET /v1/customers/{id}'>

/** `dello studio`, or of a store. */
const ofWhom = (store: boolean) => (store ? 'del negozio' : 'dello studio')

/** The office's data; read-only, with the reason, without the permission. */
export function OfficeSection({
  customer_id,
  user,
}: {
  customer_id: number
  user: Reply<'GET /v1/users/me'>
}) {
  const query = useQuery(customerQuery(customer_id))
  const why = user.sees_some
    ? 'Li cambia chi vede tutti i condomìni.'
    : includesPermission(user.permissions, 'office:write')
      ? null
      : refusalReason('office:write')
  if (query.data && why === null)
    return (
      <>
        <WaitingContact of={{ noun: 'customers', id: customer_id }} />
        <OfficeForm key={query.data.updated_at} customer={query.data} />
      </>
    )
  return (
    <Section title={`Dati ${ofWhom(user.flag_store)}`}>
      {query.isPending && (
        <Loading what={`i dati ${ofWhom(user.flag_store)}`}>
          <TextSkeleton lines={5} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what={`Non riesco a mostrare i dati ${ofWhom(user.flag_store)}`}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <>
          <p className={styles.about}>{why}</p>
          <CustomerFacts customer={query.data} />
        </>
      )}
    </Section>
  )
}

/** Kind, group and sector are set by the back office: they are not sent, and stay unchanged. */
function OfficeForm({ customer }: { customer: Customer }) {
  const whose = ofWhom(customer.is_store)
  const form = useCustomerForm({
    of: customer,
    draft: `office-${customer.customer_id}`,
    whole: false,
    onSave: async ({ is_store: _kind, group_id: _group, sector_id: _sector, ...body }) => {
      const saved = await api('PUT /v1/customers', { body: { ...body, customer_id: customer.customer_id } })
      queries.setQueryData(customerQuery(customer.customer_id).queryKey, saved)
      const note = waitingNote(body.primary_email, saved.primary_email)
      if (note) await refreshContacts('customers')
      alertToast(note ? `Dati ${whose} salvati. ${note}` : `Dati ${whose} salvati.`, 'success')
    },
  })
  const hint = customer.is_store ? 'I clienti rispondono qui' : 'I condòmini rispondono qui'
  return (
    <RecordForm form={form} save={`Salva i dati ${whose}`} onCancel={() => form.reset()}>
      <FormSection title={`Dati ${whose}`}>
        <TextField
          {...form.field('business_name')}
          label="Ragione sociale"
          autoComplete="organization"
          maxLength={160}
        />
        <FieldPair>
          <VatField {...form.field('vat_number')} label="Partita IVA" hint="11 cifre" />
          <FiscalCodeField
            {...form.field('fiscal_code')}
            label="Codice fiscale"
            hint="Basta questo se non c’è partita IVA"
          />
        </FieldPair>
        <AddressFields form={form} loadCities={() => queries.fetchQuery(citiesQuery)} />
        <ContactFields
          form={form}
          label={`E-mail ${whose}`}
          hint={customer.primary_email ? `${hint}. Se la cambi, scriviamo al vecchio indirizzo` : hint}
        />
      </FormSection>
    </RecordForm>
  )
}
