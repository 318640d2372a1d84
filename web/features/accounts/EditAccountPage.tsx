import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { type Account, accountQuery } from '../../records/account-query.ts'
import { refreshContacts } from '../../records/contact-changes/contact-changes.ts'
import { waitingNote } from '../../records/contact-changes/waiting-note.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { BankFields, DataFields } from './AccountFields.tsx'
import { LoadedAccount } from './LoadedAccount.tsx'
import { type AccountBody, useAccountForm } from './useAccountForm.ts'

export function EditAccountPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  return (
    <LoadedAccount id={id} tabTitle="Modifica condominio">
      {(account) => (
        <>
          <PageTitle title={account.name} summary="Modifica i dati" />
          <AccountForm
            key={id}
            of={account}
            save="Salva"
            onCancel={() => void navigate(paths.accountPage(id))}
            onSave={async (body) => {
              const changed = await api('POST /v1/accounts', { body: { ...body, account_id: id } })
              queries.setQueryData(accountQuery(id).queryKey, changed)
              await queries.invalidateQueries({ queryKey: ['accounts'] })
              const note = waitingNote(body.email, changed.email)
              if (note) await refreshContacts('accounts')
              alertToast(note ? `Dati salvati. ${note}` : 'Dati salvati.', 'success')
              await navigate(paths.accountPage(id))
            }}
          />
        </>
      )}
    </LoadedAccount>
  )
}

/** Form of an existing condominium. */
function AccountForm({
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
