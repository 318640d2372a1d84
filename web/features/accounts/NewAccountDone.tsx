import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { Account } from '../../records/account-query.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { ActivateAccount, missingForActivation } from './ActivateAccount.tsx'
import { accountStates } from './account-states.ts'
import styles from './NewAccountPage.module.css'

/** Shows what was added, and the next steps. */
export function NewAccountDone({
  account,
  onActivated,
  onAnother,
}: {
  account: Account
  onActivated: (account: Account) => void
  onAnother: () => void
}) {
  const missing = missingForActivation(account)
  return (
    <div className={styles.done} role="status">
      <StateLabel state={accountStates[account.state]} tinted />
      <p>
        {account.state === 'active'
          ? 'È attivo. Adesso aggiungi le unità e chi ci abita.'
          : (missing ?? 'Quando i dati sono giusti, attivalo: lo scriviamo a chi lo segue.')}
      </p>
      <div className={styles.next}>
        {account.state !== 'active' && <ActivateAccount account={account} onDone={onActivated} />}
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.accountPage(account.account_id)} {...props} />}
        >
          Apri il condominio
        </Button>
        <Button variant="default" onClick={onAnother}>
          Aggiungine un altro
        </Button>
      </div>
    </div>
  )
}
