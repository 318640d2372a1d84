import { FiscalCodeField, VatField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import type { useAgentForm } from './useAgentForm.ts'

/** Form fields of an agent. */
export function AgentFields({
  form,
  focus = false,
}: {
  form: ReturnType<typeof useAgentForm>
  focus?: boolean
}) {
  return (
    <>
      <FormSection title="Chi è">
        <FieldPair>
          <TextField
            {...form.field('firstname')}
            label="Nome"
            autoComplete="off"
            maxLength={60}
            autoFocus={focus}
          />
          <TextField {...form.field('lastname')} label="Cognome" autoComplete="off" maxLength={60} />
        </FieldPair>
        <TextField
          {...form.field('business_name')}
          label="Ragione sociale"
          hint="Se è una società: allora nome e cognome non servono"
          required={false}
          autoComplete="off"
          maxLength={160}
        />
        <FieldPair>
          <FiscalCodeField
            {...form.field('fiscal_code')}
            label="Codice fiscale"
            hint="Questo o la partita IVA"
          />
          <VatField {...form.field('vat_number')} label="Partita IVA" hint="11 cifre" />
        </FieldPair>
      </FormSection>
      <FormSection title="Contatti">
        <FieldPair>
          <TextField
            {...form.field('email')}
            label="E-mail"
            hint="La vedono i clienti che segue"
            type="email"
            autoComplete="off"
            maxLength={254}
          />
          <TextField
            {...form.field('phone')}
            label="Telefono"
            hint="Lo vedono i clienti che segue"
            type="tel"
            required={false}
            autoComplete="off"
            maxLength={30}
          />
        </FieldPair>
      </FormSection>
      <FormSection title="Provvigione">
        <TextField
          {...form.field('percent')}
          label="Percentuale delle commissioni trattenute"
          hint="Vale per tutti i mesi non ancora chiusi"
          inputMode="text"
          autoComplete="off"
          maxLength={6}
        />
      </FormSection>
    </>
  )
}
