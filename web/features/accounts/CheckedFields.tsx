import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FiscalCodeField, IbanField } from '../../ui/form/fields.tsx'
import type { FieldProps } from '../../ui/form/useForm.ts'
import { ibanNote } from './iban/iban-note.ts'
import { useIbanReport } from './iban/iban-report.ts'

/** An IBAN field that shows, while typing, the bank and who already uses the IBAN. */
export function CheckedIbanField({
  field,
  hint,
  label = 'IBAN',
  account_id,
  holder,
  autoFocus = false,
}: {
  field: FieldProps<string>
  hint: string
  label?: string
  /** The condominium that it is for, if it exists already. */
  account_id?: number
  holder: string
  autoFocus?: boolean
}) {
  const name = holder.trim()
  const report = useIbanReport(field.value, {
    ...(account_id === undefined ? {} : { account_id }),
    ...(name ? { name } : {}),
  })
  return (
    <IbanField
      {...field}
      error={field.error ?? report?.message ?? null}
      label={label}
      hint={(report?.valid ? ibanNote(report) : null) ?? hint}
      autoFocus={autoFocus}
    />
  )
}

/** A tax code field that shows, while typing, which condominium of the office already has it. */
export function CheckedFiscalCodeField({
  field,
  customer_id,
  account_id,
}: {
  field: FieldProps<string>
  /** The customer whose condominiums are compared; null: none in particular. */
  customer_id: number | null
  account_id?: number
}) {
  const whole = field.value !== '' && checkFiscalCode(field.value).valid
  const { data } = useQuery({
    queryKey: ['accounts', 'tax-id', customer_id, field.value],
    queryFn: ({ signal }) =>
      api('GET /v1/accounts/exists-by-taxid/{id}', {
        params: { id: customer_id ?? 0 },
        query: { taxId: field.value },
        signal,
      }),
    enabled: whole && customer_id !== null,
  })
  const taken = whole && data?.exists && data.account?.account_id !== account_id ? data.message : null
  return (
    <FiscalCodeField
      {...field}
      error={field.error ?? taken}
      label="Codice fiscale"
      hint="11 cifre, o 16 caratteri se è di una persona"
    />
  )
}
