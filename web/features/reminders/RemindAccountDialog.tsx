import { Button } from '@mantine/core'
import { useState } from 'react'
import { searchAccounts } from '../../records/account-reference.ts'
import { type Reference, ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Reminders.module.css'
import { RemindPreview } from './RemindPreview.tsx'

/** Chooses a condominium, previews the recipients, and sends. */
export default function RemindAccountDialog({ onClose }: { onClose: () => void }) {
  const [account, setAccount] = useState<Reference | null>(null)
  return (
    <Dialog opened title="Sollecita i morosi" onClose={onClose} size={820}>
      <ReferenceField
        name="account"
        kind="accounts"
        search={searchAccounts}
        label="Condominio"
        value={account}
        error={null}
        onChange={setAccount}
        onBlur={() => undefined}
        autoFocus
      />
      {account ? (
        <RemindPreview
          key={account.value}
          selection={{ account_id: Number(account.value) }}
          onClose={onClose}
        />
      ) : (
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
        </div>
      )}
    </Dialog>
  )
}
