import { useQuery } from '@tanstack/react-query'
import { citiesQuery, queries } from '../../session/queries.ts'
import { AddressFields } from '../../ui/form/AddressFields.tsx'
import { FiscalCodeField, SelectField, VatField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { ContactFields } from './ContactFields.tsx'
import { groupsQuery, sectorsQuery } from './customer-query.ts'
import type { useCustomerForm } from './useCustomerForm.ts'

/** Form fields of a customer, complete or not. */
export function CustomerFields({
  form,
  of,
  focus = false,
}: {
  form: ReturnType<typeof useCustomerForm>
  of?: { primary_email: string | null; state?: string }
  focus?: boolean
}) {
  const groups = useQuery(groupsQuery).data ?? []
  const sectors = useQuery(sectorsQuery).data ?? []
  return (
    <>
      <FormSection title="Cliente">
        <TextField
          {...form.field('business_name')}
          label="Ragione sociale"
          placeholder="Studio Serra Amministrazioni"
          autoComplete="off"
          maxLength={160}
          autoFocus={focus}
        />
        <SelectField
          {...form.field('is_store')}
          label="Tipo"
          options={[
            { value: '0', label: 'Amministratore' },
            { value: '1', label: 'Professionista' },
          ]}
        />
        <FieldPair>
          <VatField {...form.field('vat_number')} label="Partita IVA" hint="11 cifre" />
          <FiscalCodeField
            {...form.field('fiscal_code')}
            label="Codice fiscale"
            hint="Basta questo se non ha partita IVA"
          />
        </FieldPair>
      </FormSection>
      <FormSection title="Indirizzo">
        <AddressFields form={form} loadCities={() => queries.fetchQuery(citiesQuery)} />
      </FormSection>
      <FormSection title="Contatti">
        <ContactFields
          form={form}
          label="E-mail"
          hint={
            of?.state === '1'
              ? 'Qui arrivano gli avvisi di Saldo. Se la cambi, vale quando la confermano dal vecchio indirizzo o un’altra persona di Saldo'
              : of?.primary_email
                ? 'Qui arrivano gli avvisi di Saldo. Se la cambi, avvisiamo il vecchio indirizzo'
                : 'Qui arrivano gli avvisi di Saldo'
          }
        />
      </FormSection>
      <FormSection title="Come lo raggruppi">
        <FieldPair>
          <SelectField
            {...form.field('sector_id')}
            label="Settore"
            required={false}
            searchable
            options={sectors.map(({ sector_id, name }) => ({ value: String(sector_id), label: name }))}
          />
          <SelectField
            {...form.field('group_id')}
            label="Gruppo"
            required={false}
            searchable
            options={groups.map(({ group_id, name }) => ({ value: String(group_id), label: name }))}
          />
        </FieldPair>
      </FormSection>
    </>
  )
}
