import { missingOfCustomer } from '@saldo/domain/registry/customer'
import { useRef } from 'react'
import { type AddressValues, addressBody, addressValues } from '../../ui/form/AddressFields.tsx'
import * as check from '../../ui/form/checks.ts'
import { useForm } from '../../ui/form/useForm.ts'
import type { IncompleteCustomer } from './customer-query.ts'
import type { Customer } from './customers-query.ts'

export type CustomerValues = AddressValues & {
  business_name: string
  is_store: string
  firstname: string
  lastname: string
  fiscal_code: string
  vat_number: string
  primary_email: string
  primary_mobile_phone: string
  group_id: string
  sector_id: string
}

/** The request body; empty fields are null. */
export function customerBody(values: CustomerValues) {
  const { city_id: _not_kept, ...address } = addressBody(values)
  const id = (chosen: string) => (chosen === '' ? null : Number(chosen))
  return {
    ...address,
    business_name: values.business_name,
    is_store: values.is_store === '1',
    firstname: values.firstname || null,
    lastname: values.lastname || null,
    fiscal_code: values.fiscal_code || null,
    vat_number: values.vat_number || null,
    primary_email: values.primary_email || null,
    primary_mobile_phone: values.primary_mobile_phone || null,
    group_id: id(values.group_id),
    sector_id: id(values.sector_id),
  }
}
export type CustomerBody = ReturnType<typeof customerBody>

/** Form state of a customer, new or existing (`of`). `whole`: required fields must be filled in. */
export function useCustomerForm({
  of,
  draft,
  whole,
  onSave,
}: {
  of?: Customer | IncompleteCustomer
  draft: string
  whole: boolean
  /** Rejects with the server's error; its fields are shown at ours. */
  onSave: (body: CustomerBody) => Promise<unknown>
}) {
  const initial = useRef<CustomerValues>({
    business_name: of?.business_name ?? '',
    is_store: of?.is_store ? '1' : '0',
    firstname: of?.firstname ?? '',
    lastname: of?.lastname ?? '',
    fiscal_code: of?.fiscal_code ?? '',
    vat_number: of?.vat_number ?? '',
    primary_email: of?.primary_email ?? '',
    primary_mobile_phone: of?.primary_mobile_phone ?? '',
    group_id: of?.group_id ? String(of.group_id) : '',
    sector_id: of?.sector_id ? String(of.sector_id) : '',
    ...addressValues(of && { ...of, city_id: null }),
  })
  return useForm<CustomerValues>({
    initial: initial.current,
    draft,
    checks: {
      business_name: check.required('Scrivi la ragione sociale.'),
      fiscal_code: check.fiscalCode,
      vat_number: check.vatNumber,
      primary_email: check.email,
      zip_code: check.zipCode,
      prov: check.province,
    },
    checkParts: (values) =>
      whole ? (missingOfCustomer(customerBody(values)) as Record<string, string>) : {},
    submit: (values) => onSave(customerBody(values)),
  })
}
