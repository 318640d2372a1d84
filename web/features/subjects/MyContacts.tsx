import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { citiesQuery, queries } from '../../session/queries.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { AddressFields } from '../../ui/form/AddressFields.tsx'
import { FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import links from '../../ui/layout/Links.module.css'
import {
  type ContactValues,
  changedContacts,
  contactChecks,
  contactValues,
  type MySubject,
} from './changed-contacts.ts'
import { correctionRequest } from './correction-request.ts'
import styles from './MyContacts.module.css'

const mySubjects = ['subjects', 'mine'] as const

/** What each office's registry says of a resident: they change how to reach them, and ask the office for the rest. */
export function MyContacts() {
  const { data, ...query } = useQuery({
    queryKey: mySubjects,
    queryFn: ({ signal }) => api('GET /v1/mysubjects', { signal }),
  })
  if (query.isPending)
    return (
      <Loading what="i tuoi contatti">
        <TextSkeleton lines={4} />
      </Loading>
    )
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare i tuoi contatti"
        onRetry={() => void query.refetch()}
      />
    )
  return data?.subjects.map((subject) => <ContactsForm key={subject.subject_id} of={subject} />)
}

function ContactsForm({ of }: { of: MySubject }) {
  // What the fields were filled with: what is read again later may be of the office.
  const [loaded, setLoaded] = useState(of)
  const { subject_id, nominative, office } = of
  const form = useForm<ContactValues>({
    initial: contactValues(loaded),
    checks: contactChecks(loaded),
    submit: async (values) => {
      const changed = changedContacts(loaded, values)
      if (Object.keys(changed).length === 0) return alertToast('I contatti sono già questi.', 'success')
      const saved = await api('POST /v1/mysubjects', { body: { subject_id, ...changed } })
      setLoaded(saved)
      form.reset(contactValues(saved))
      await queries.invalidateQueries({ queryKey: mySubjects })
      alertToast(`Contatti salvati. ${office.business_name} lo sa.`, 'success')
    },
  })
  return (
    <div className={styles.record}>
      <RecordForm form={form} save="Salva i contatti" onCancel={() => form.reset()}>
        <FormSection title={`I tuoi contatti per ${office.business_name}`}>
          <TextField {...form.field('phone')} label="Telefono" type="tel" autoComplete="tel" maxLength={30} />
          <AddressFields form={form} own loadCities={() => queries.fetchQuery(citiesQuery)} />
        </FormSection>
      </RecordForm>
      <Facts
        rows={[
          ['Nome', nominative],
          ['Codice fiscale', of.fiscal_code],
          ['E-mail per le bollette', of.email],
        ]}
      />
      <AskOffice nominative={nominative} office={office} />
    </div>
  )
}

/** Whom to ask about what the resident cannot change. */
function AskOffice({ nominative, office }: Pick<MySubject, 'nominative' | 'office'>) {
  const mail = correctionRequest(nominative, office)
  return (
    <p className={styles.ask}>
      Nome, codice fiscale ed e-mail per le bollette li cambia {office.business_name}.
      {mail && (
        <>
          {' '}
          <a className={links.link} href={mail}>
            Chiedi una correzione
          </a>
          .
        </>
      )}
      {office.phone && (
        <>
          {' '}
          Telefono:{' '}
          <a className={links.link} href={`tel:${office.phone.replace(/[^\d+]/g, '')}`}>
            {office.phone}
          </a>
          .
        </>
      )}{' '}
      Le bollette già emesse restano come sono.
    </p>
  )
}
