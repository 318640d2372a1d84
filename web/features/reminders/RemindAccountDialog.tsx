import { Button } from '@mantine/core'
import { useState } from 'react'
import { searchAccounts } from '../../records/account-reference.ts'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Reminders.module.css'
import { RemindPreview } from './RemindPreview.tsx'
import { useReading } from './useReading.ts'

/** Chooses a condominium, unless one is given; previews the recipients, and sends. */
export default function RemindAccountDialog({
  account: given = null,
  onClose,
}: {
  account?: Reference | null
  onClose: () => void
}) {
  const [account, setAccount] = useState<Reference | null>(given)
  const { reading, onRead, close } = useReading(onClose)
  return (
    <Dialog opened title="Sollecita i morosi" onClose={close} size={820}>
      <ReferenceField
        name="account"
        kind="accounts"
        search={searchAccounts}
        label="Condominio"
        hint="Prima dell’invio leggi ogni sollecito e scegli a chi mandarlo."
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
          {...{ reading, onRead, onClose }}
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
