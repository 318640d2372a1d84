import type { Account } from '../../records/account-query.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { BankFields, DataFields } from './AccountFields.tsx'
import { type AccountBody, useAccountForm } from './useAccountForm.ts'

/** Form of an existing condominium. */
export function AccountForm({
  of,
  save,
  onSave,
  onCancel,
}: {
  of: Account
  save: string
  onSave: (body: AccountBody) => Promise<unknown>
  onCancel: () => void
}) {
  const form = useAccountForm({ of, onSave })
  return (
    <RecordForm form={form} save={save} onCancel={onCancel}>
      <DataFields form={form} of={of} customer_id={of.customer_id} />
      <BankFields form={form} of={of} />
    </RecordForm>
  )
}
