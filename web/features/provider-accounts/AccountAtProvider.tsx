import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { useState } from 'react'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { RecordColumns } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { accountStates, capabilityStates } from './account-states.ts'
import { CloseAccount } from './CloseAccount.tsx'
import { DebtsOfOffice } from './DebtsOfOffice.tsx'
import { FeeSection } from './FeeSection.tsx'
import { MissingList } from './MissingList.tsx'
import styles from './ProviderAccount.module.css'
import { continueOnboarding, updateDetails } from './provider-account-acts.ts'
import type { ProviderAccount } from './provider-account-query.ts'
import { useNotOfficeReason } from './useNotOfficeReason.ts'

export function AccountAtProvider({ account }: { account: ProviderAccount }) {
  if (account.state === 'none') return <NoAccount account={account} />
  return (
    <>
      <div className={styles.head}>
        <StateLabel state={accountStates[account.state]} tinted />
        <NextStep account={account} />
      </div>
      <p className={styles.sentence}>{sentenceOf(account)}</p>
      <RecordColumns
        main={
          <>
            <MissingList account={account} />
            <DebtsOfOffice customer_id={account.customer_id} />
            <Section title="Cosa può fare">
              <ul className={styles.capabilities}>
                {account.capabilities.map(({ name, label, state }) => (
                  <li key={name}>
                    {label}
                    <StateLabel state={capabilityStates[state]} />
                  </li>
                ))}
              </ul>
            </Section>
            <CloseAccount account={account} />
          </>
        }
        side={
          <>
            <Section title="Dove va il denaro">
              <Facts
                rows={[
                  [
                    'Account',
                    account.account_destination && (
                      <>
                        <code className={styles.code}>{account.account_destination}</code>
                        <CopyButton text={account.account_destination} what="l’id dell’account" />
                      </>
                    ),
                  ],
                  [
                    'Conto in banca',
                    account.bank_last4 ? `IBAN che finisce per ${account.bank_last4}` : 'da indicare',
                  ],
                  ['Versamenti', account.payouts_enabled ? 'attivi' : 'non ancora'],
                  [
                    'Condomìni con un conto loro',
                    account.keeps_own > 0 && `${account.keeps_own}, i loro incassi non passano di qui`,
                  ],
                  ['Controllato', account.asked_at && formatDateTime(account.asked_at)],
                ]}
              />
            </Section>
            <FeeSection account={account} />
          </>
        }
      />
    </>
  )
}

function NoAccount({ account }: { account: ProviderAccount }) {
  return (
    <div className={styles.none}>
      <EmptyState
        title="Non c’è ancora un account per ricevere gli incassi"
        action={
          <Act
            label="Crea l’account"
            act={() => continueOnboarding(account.customer_id, account.provider_account)}
          />
        }
      >
        Lo preparo con i dati dello studio; il resto lo chiede il provider sulla sua pagina, e poi torni qui.
        Finché non è attivo gli incassi restano sul conto della piattaforma.
      </EmptyState>
      <FeeSection account={account} />
    </div>
  )
}

function NextStep({ account }: { account: ProviderAccount }) {
  const { customer_id, provider_account, state } = account
  if (state === 'disabled') return null
  if (state === 'active')
    return <Act label="Aggiorna i dati" plain act={() => updateDetails(customer_id, provider_account)} />
  return <Act label="Continua dal provider" act={() => continueOnboarding(customer_id, provider_account)} />
}

function Act({ label, plain = false, act }: { label: string; plain?: boolean; act: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const mayNot = useNotOfficeReason('office:write')
  return (
    <ReasonedButton
      variant={plain ? 'default' : 'filled'}
      why={mayNot}
      loading={busy}
      onClick={async () => {
        setBusy(true)
        await act()
        setBusy(false)
      }}
    >
      {label}
    </ReasonedButton>
  )
}

function sentenceOf({ state, missing, disabled_reason, deadline }: ProviderAccount): string {
  switch (state) {
    case 'active':
      return deadline && missing.length > 0
        ? `Gli incassi arrivano qui. Entro il ${formatDate(deadline)} il provider chiede ancora qualcosa.`
        : 'Gli incassi arrivano qui. Non devi fare altro.'
    case 'restricted':
      return (
        disabled_reason ?? 'Il provider sta controllando i dati: gli incassi arrivano qui appena finisce.'
      )
    case 'disabled':
      return disabled_reason ?? 'Il provider ha chiuso l’account. Scrivi all’assistenza per sapere perché.'
    default:
      return 'L’account c’è, ma il provider aspetta ancora i dati: fino ad allora gli incassi restano sulla piattaforma.'
  }
}
