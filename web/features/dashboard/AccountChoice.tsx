import { useQuery } from '@tanstack/react-query'
import { nameOfAccount, searchAccounts } from '../../records/account-reference.ts'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import styles from './AccountChoice.module.css'

/** Narrows the dashboard to one condominium of those that the user sees; empty: all. */
export function AccountChoice({
  account_id,
  onChoose,
}: {
  account_id: string | null
  onChoose: (account_id: string | null) => void
}) {
  const name = useQuery({
    queryKey: ['accounts', 'name', account_id],
    queryFn: () => nameOfAccount(account_id as string),
    enabled: account_id !== null,
  })
  return (
    <div className={styles.choice}>
      <ReferenceField
        label="Condominio"
        placeholder="Tutti i condomìni"
        kind="accounts"
        name="account_id"
        search={searchAccounts}
        value={account_id ? { value: account_id, label: name.data ?? '…' } : null}
        onChange={(chosen) => onChoose(chosen?.value ?? null)}
        onBlur={() => {}}
        error={null}
      />
    </div>
  )
}
