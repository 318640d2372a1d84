import { useRef } from 'react'
import type { Input } from '../../api.ts'
import type { Subject } from '../../records/subject-query.ts'
import { citiesQuery, queries } from '../../session/queries.ts'
import {
  AddressFields,
  type AddressValues,
  addressBody,
  addressValues,
} from '../../ui/form/AddressFields.tsx'
import * as check from '../../ui/form/checks.ts'
import { FiscalCodeField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'

type Values = AddressValues & {
  nominative: string
  fiscal_code: string
  email: string
  pec: string
  phone: string
}
export type SubjectBody = Exclude<Input<'PUT /v1/subjects'>['body'], FormData | undefined>

/** Form of a person or company, new or existing (`of`). */
export function SubjectForm({
  of,
  save,
  onSave,
  onCancel,
}: {
  of?: Subject
  save: string
  /** Rejects with the server's error; its fields are shown at ours. */
  onSave: (body: SubjectBody) => Promise<unknown>
  onCancel: () => void
}) {
  const initial = useRef<Values>({
    nominative: of?.nominative ?? '',
    fiscal_code: of?.fiscal_code ?? '',
    email: of?.email ?? '',
    pec: of?.pec ?? '',
    phone: of?.phone ?? '',
    ...addressValues(of),
  })
  const form = useForm<Values>({
    initial: initial.current,
    draft: of ? `subject-${of.subject_id}` : 'subject-new',
    checks: {
      nominative: check.required('Scrivi il nome o la ragione sociale.'),
      fiscal_code: check.fiscalCode,
      email: check.email,
      pec: check.email,
      zip_code: check.zipCode,
      prov: check.province,
    },
    submit: ({ nominative, fiscal_code, email, pec, phone, ...address }) =>
      onSave({
        nominative,
        fiscal_code: fiscal_code || null,
        email: email || null,
        pec: pec || null,
        phone: phone || null,
        ...addressBody(address),
      }),
  })
  return (
    <RecordForm form={form} save={save} onCancel={onCancel}>
      <FormSection title="Persona o società">
        <TextField
          {...form.field('nominative')}
          label="Nome o ragione sociale"
          hint="Prima il cognome: Rossi Lucia"
          autoComplete="off"
          maxLength={120}
          autoFocus={!of}
        />
        <FiscalCodeField
          {...form.field('fiscal_code')}
          label="Codice fiscale"
          hint="16 caratteri, o 11 cifre se è una società"
        />
      </FormSection>
      <FormSection title="Contatti">
        <FieldPair>
          <TextField
            {...form.field('email')}
            label="E-mail"
            hint="Qui arrivano bollette e ricevute"
            type="email"
            autoComplete="off"
            maxLength={254}
          />
          <TextField {...form.field('phone')} label="Telefono" type="tel" autoComplete="off" maxLength={30} />
        </FieldPair>
        <TextField {...form.field('pec')} label="PEC" type="email" autoComplete="off" maxLength={254} />
      </FormSection>
      <FormSection title="Indirizzo">
        <AddressFields form={form} loadCities={() => queries.fetchQuery(citiesQuery)} />
      </FormSection>
    </RecordForm>
  )
}
