import { useState } from 'react'
import { useFullUserReason } from '../../session/permissions/permission.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './ProviderAccount.module.css'
import { closeAccount } from './provider-account-acts.ts'
import type { ProviderAccount } from './provider-account-query.ts'

/** Closing cannot be undone, so it asks for the account's id to be typed. */
export function CloseAccount({ account }: { account: ProviderAccount }) {
  const [asking, setAsking] = useState(false)
  const mayNot = useFullUserReason('office:write', 'L’account lo chiude')
  const { account_destination: id } = account
  if (!id) return null
  return (
    <Section title="Chiusura">
      <p className={styles.fee}>
        Si chiude quando nessun pagamento è in corso e sull’account non c’è denaro. Poi gli incassi restano
        sul conto della piattaforma finché non ne crei un altro.
      </p>
      <ReasonedButton variant="default" why={mayNot} onClick={() => setAsking(true)}>
        Chiudi l’account
      </ReasonedButton>
      <ConfirmDialog
        opened={asking}
        danger
        title="Chiudi l’account"
        action="Chiudi l’account"
        cancel="Lascia com’è"
        typed={id.slice(-6)}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await closeAccount(account.customer_id, account.provider_account)
          setAsking(false)
        }}
      >
        {id} smette di ricevere incassi. Non si può tornare indietro.
      </ConfirmDialog>
    </Section>
  )
}
