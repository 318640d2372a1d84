import { useState } from 'react'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { useFullUserReason } from '../../session/permissions/permission.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Handover.module.css'
import HandoverDialog from './HandoverDialog.tsx'
import { MadeHandovers } from './MadeHandovers.tsx'

/** What the administrator who leaves gives to the next one: what the ZIP holds, and the ones that were made. */
export function HandoverTab({ account }: AccountTabProps) {
  const why = useFullUserReason('office:write', 'Il passaggio di consegne lo fa')
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.page}>
      <Section title="Per l’amministratore che subentra">
        <p className={styles.text}>
          Quando l’incarico finisce devi consegnare tutto quello che riguarda il condominio (art. 1129 c.c.).
          Saldo lo mette in uno ZIP che chiunque può aprire, e che un altro studio con Saldo può caricare
          ritrovando gli stessi totali.
        </p>
        <ReasonedButton why={why} onClick={() => setAsking(true)}>
          Prepara il passaggio di consegne
        </ReasonedButton>
      </Section>
      {why === null && <MadeHandovers account_id={account.account_id} />}
      {asking && <HandoverDialog account={account} onClose={() => setAsking(false)} />}
    </div>
  )
}
