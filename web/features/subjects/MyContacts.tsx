import { useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { citiesQuery, queries } from '../../session/queries.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import {
  AddressFields,
  type AddressValues,
  addressBody,
  addressValues,
} from '../../ui/form/AddressFields.tsx'
import * as check from '../../ui/form/checks.ts'
import { FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import links from '../../ui/layout/Links.module.css'
import { correctionRequest } from './correction-request.ts'
import styles from './MyContacts.module.css'

type MySubject = Reply<'GET /v1/mysubjects'>['subjects'][number]
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

type Values = AddressValues & { phone: string }

function ContactsForm({ of }: { of: MySubject }) {
  const { subject_id, nominative, office } = of
  const form = useForm<Values>({
    initial: { phone: of.phone ?? '', ...addressValues(of) },
    checks: { phone: check.phone, zip_code: check.zipCode, prov: check.province },
    submit: async ({ phone, ...address }) => {
      await api('POST /v1/mysubjects', {
        body: { subject_id, phone: phone || null, ...addressBody(address) },
      })
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
