import type { Reply } from '../../api.ts'
import { type AddressValues, addressBody, addressValues } from '../../ui/form/AddressFields.tsx'
import * as check from '../../ui/form/checks.ts'
import type { Checks } from '../../ui/form/useForm.ts'

export type MySubject = Reply<'GET /v1/mysubjects'>['subjects'][number]
export type ContactValues = AddressValues & { phone: string }

export const contactValues = (of: MySubject): ContactValues => ({
  phone: of.phone ?? '',
  ...addressValues(of),
})

const bodyOf = ({ phone, ...address }: ContactValues) => ({ phone: phone || null, ...addressBody(address) })

/** What differs from what the form was filled with, alone: the office may have changed the rest meanwhile. */
export function changedContacts(
  loaded: MySubject,
  values: ContactValues,
): Partial<ReturnType<typeof bodyOf>> {
  const before: Record<string, string | null> = bodyOf(contactValues(loaded))
  return Object.fromEntries(
    Object.entries(bodyOf(values)).filter(([field, value]) => value !== before[field]),
  )
}

/** What the office has written in its own way (`333 1234567 (figlia)`) does not stop a change of something else. */
export function contactChecks(loaded: MySubject): Checks<ContactValues> {
  const before = contactValues(loaded)
  const ifChanged = (was: string, wrong: (value: string) => string | null) => (value: string) =>
    value === was ? null : wrong(value)
  return {
    phone: ifChanged(before.phone, check.phone),
    zip_code: ifChanged(before.zip_code, check.zipCode),
    prov: ifChanged(before.prov, check.province),
  }
}
