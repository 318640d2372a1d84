import { FieldPair } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import type { useCustomerForm } from './useCustomerForm.ts'

/** How to reach a customer: e-mail, telephone and the contact person. `label` and `hint` are those of the e-mail. */
export function ContactFields({
  form,
  label,
  hint,
}: {
  form: ReturnType<typeof useCustomerForm>
  label: string
  hint: string
}) {
  return (
    <>
      <FieldPair>
        <TextField
          {...form.field('primary_email')}
          label={label}
          hint={hint}
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextField
          {...form.field('primary_mobile_phone')}
          label="Telefono"
          type="tel"
          required={false}
          autoComplete="off"
          maxLength={30}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          {...form.field('firstname')}
          label="Nome del referente"
          required={false}
          autoComplete="off"
          maxLength={60}
        />
        <TextField
          {...form.field('lastname')}
          label="Cognome del referente"
          required={false}
          autoComplete="off"
          maxLength={60}
        />
      </FieldPair>
    </>
  )
}
