import { maskIban } from '@saldo/domain/iban'
import { useRef } from 'react'
import type { Input } from '../../api.ts'
import { citiesQuery, queries } from '../../session/queries.ts'
import {
  AddressFields,
  type AddressValues,
  addressBody,
  addressValues,
} from '../../ui/form/AddressFields.tsx'
import * as check from '../../ui/form/checks.ts'
import { FiscalCodeField, IbanField, MoneyField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import type { Account } from './account-query.ts'

type Values = AddressValues & {
  name: string
  fiscal_code: string
  iban: string
  email: string
  phone: string
  minimum_payment: number | null
}
export type AccountBody = Exclude<Input<'PUT /v1/accounts'>['body'], FormData | undefined>

/** A condominium's data, new or `of` one that exists. An IBAN that is set is not changed here. */
export function AccountForm({
  of,
  save,
  onSave,
  onCancel,
}: {
  of?: Account
  save: string
  /** Rejects with the server's error, whose fields land on ours. */
  onSave: (body: AccountBody) => Promise<unknown>
  onCancel: () => void
}) {
  const initial = useRef<Values>({
    name: of?.name ?? '',
    fiscal_code: of?.fiscal_code ?? '',
    iban: '',
    email: of?.email ?? '',
    phone: of?.phone ?? '',
    minimum_payment: of?.minimum_payment ?? null,
    ...addressValues(of),
  })
  const form = useForm<Values>({
    initial: initial.current,
    draft: of ? `account-${of.account_id}` : 'account-new',
    checks: {
      name: check.required('Scrivi il nome del condominio.'),
      fiscal_code: check.fiscalCode,
      iban: check.iban,
      email: check.email,
      minimum_payment: check.money,
      zip_code: check.zipCode,
      prov: check.province,
    },
    submit: ({ name, fiscal_code, iban, email, phone, minimum_payment, ...address }) =>
      onSave({
        name,
        fiscal_code: fiscal_code || null,
        ...(of?.iban ? {} : { iban: iban || null }),
        email: email || null,
        phone: phone || null,
        minimum_payment,
        ...addressBody(address),
      }),
  })
  return (
    <RecordForm form={form} save={save} onCancel={onCancel}>
      <FormSection title="Condominio">
        <TextField
          {...form.field('name')}
          label="Nome"
          placeholder="Condominio Via Ghibellina 41"
          autoComplete="off"
          maxLength={120}
          autoFocus={!of}
        />
        <FiscalCodeField
          {...form.field('fiscal_code')}
          label="Codice fiscale"
          hint="11 cifre, o 16 caratteri se è di una persona"
        />
        {of?.iban ? (
          <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>
            IBAN {maskIban(of.iban)}. Non si cambia da qui: gli incassi arrivano lì, per spostarli serve una
            conferma.
          </p>
        ) : (
          <IbanField
            {...form.field('iban')}
            label="IBAN"
            hint="Il conto del condominio: ne ha uno suo, diverso dagli altri"
          />
        )}
      </FormSection>
      <FormSection title="Indirizzo">
        <AddressFields
          fields={{
            address: form.field('address'),
            house_number: form.field('house_number'),
            city: form.field('city'),
            zip_code: form.field('zip_code'),
            prov: form.field('prov'),
          }}
          loadCities={() => queries.fetchQuery(citiesQuery)}
        />
      </FormSection>
      <FormSection title="Incassi online">
        <MoneyField
          {...form.field('minimum_payment')}
          label="Acconto minimo"
          hint="Lascia vuoto se si pagano solo rate intere. Con un importo, i residenti possono pagare anche una parte"
        />
      </FormSection>
      <FormSection title="Contatti">
        <FieldPair>
          <TextField
            {...form.field('email')}
            label="E-mail"
            type="email"
            autoComplete="off"
            maxLength={254}
          />
          <TextField {...form.field('phone')} label="Telefono" type="tel" autoComplete="off" maxLength={30} />
        </FieldPair>
      </FormSection>
    </RecordForm>
  )
}
