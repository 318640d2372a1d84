import { useRef } from 'react'
import type { Input } from '../../api.ts'
import type { Account } from '../../records/account-query.ts'
import { type AddressValues, addressBody, addressValues } from '../../ui/form/AddressFields.tsx'
import * as check from '../../ui/form/checks.ts'
import { useForm } from '../../ui/form/useForm.ts'

export type AccountValues = AddressValues & {
  name: string
  fiscal_code: string
  iban: string
  email: string
  phone: string
  minimum_payment: number | null
}
export type AccountBody = Exclude<Input<'PUT /v1/accounts'>['body'], FormData | undefined>

/** Form state of a condominium, new or existing (`of`). An existing IBAN is not changed here. */
export function useAccountForm({
  of,
  onSave,
  goOn,
}: {
  of?: Account
  /** Rejects with the server's error; its fields are shown at ours. */
  onSave: (body: AccountBody) => Promise<unknown>
  goOn?: () => boolean
}) {
  const initial = useRef<AccountValues>({
    name: of?.name ?? '',
    fiscal_code: of?.fiscal_code ?? '',
    iban: '',
    email: of?.email ?? '',
    phone: of?.phone ?? '',
    minimum_payment: of?.minimum_payment ?? null,
    ...addressValues(of),
  })
  return useForm<AccountValues>({
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
    ...(goOn ? { goOn } : {}),
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
}
export type AccountFormState = ReturnType<typeof useAccountForm>
