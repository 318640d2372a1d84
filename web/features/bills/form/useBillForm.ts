import { useRef } from 'react'
import { useForm } from '../../../ui/form/useForm.ts'
import type { BillDetail } from '../bill-query.ts'
import {
  type BillBody,
  type BillValues,
  billChecks,
  billValues,
  bodyFrom,
  checkBillParts,
  sumOf,
} from './bill-form.ts'

/** Form state of a bill, new or existing (`of`). A single instalment is always the whole bill. */
export function useBillForm({
  of,
  start,
  onSave,
}: {
  of?: BillDetail
  start?: Partial<BillValues>
  onSave: (body: BillBody) => Promise<unknown>
}) {
  const initial = useRef<BillValues>({ ...billValues(of), ...start })
  return useForm<BillValues>({
    initial: initial.current,
    draft: of ? `bill-${of.bill_id}` : 'bill-new',
    checks: {
      ...billChecks,
      // The issue date of an issued bill cannot change, so it is not checked.
      ...(of && of.phase !== 'draft' ? { issue_date: undefined } : {}),
      instalments: (_value, values) => billChecks.instalments?.(whole(values).instalments, values) ?? null,
    },
    checkParts: (values) => checkBillParts(values, of),
    submit: (values) => onSave(bodyFrom(whole(values))),
  })
}

export type BillFormState = ReturnType<typeof useBillForm>

const whole = (values: BillValues): BillValues => {
  const [only, ...others] = values.instalments
  if (!only || others.length > 0) return values
  return { ...values, instalments: [{ ...only, amount: sumOf(values.lines) }] }
}
