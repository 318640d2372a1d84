import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DataTransferBoth, Group, Page } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { May } from '../../session/May.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Late } from '../../ui/Late.tsx'
import links from '../../ui/Links.module.css'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { balanced } from '../../ui/states.ts'
import { TwoLines } from '../../ui/TwoLines.tsx'
import styles from './AccountFigures.module.css'
import { accountLines } from './account-lines.ts'
import type { Account } from './account-query.ts'

/** What is still to collect, on its lines, and what it is made of. */
export function AccountFigures({ account }: { account: Account }) {
  const { issued, collected, residue, overdue, account_id } = account
  const lines = accountLines(account)
  const id = String(account_id)
  if (!lines) return <p className={styles.none}>Nessuna bolletta emessa, per ora.</p>
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.label}>Da incassare</span>
        {residue === 0 && <StateLabel state={balanced} tinted />}
      </div>
      <Amount cents={residue} size="page" />
      <div className={styles.lines}>
        <TwoLines {...lines} thick />
      </div>
      <Facts
        rows={[
          [
            'Emesso',
            <Link key="issued" {...paths.bollette({ account_id: id })} className={links.link}>
              <Amount cents={issued} />
            </Link>,
          ],
          [
            'Incassato',
            <Link
              key="collected"
              {...paths.transazioni({ account_id: id, state: 'succeeded,partly_refunded' })}
              className={links.link}
            >
              <Amount cents={collected} />
            </Link>,
          ],
          [
            'Scaduto',
            overdue > 0 ? (
              <Link
                key="overdue"
                {...paths.bollette({ account_id: id, state: 'overdue' })}
                className={links.link}
              >
                <Late cents={overdue} />
              </Link>
            ) : (
              <Late key="overdue" cents={0} />
            ),
          ],
        ]}
      />
    </div>
  )
}

/** The condominium's lists, already filtered. */
export function AccountActions({ account }: { account: Account }) {
  const of = { account_id: String(account.account_id) }
  return (
    <div className={styles.actions}>
      <May permission="bills:read">
        <Button
          renderRoot={(props) => <Link {...paths.bollette(of)} {...props} />}
          leftSection={<Icon of={Page} />}
        >
          Bollette
        </Button>
      </May>
      <May permission="payments:read">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.transazioni(of)} {...props} />}
          leftSection={<Icon of={DataTransferBoth} />}
        >
          Transazioni
        </Button>
      </May>
      <May permission="subjects:read">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.anagrafica(of)} {...props} />}
          leftSection={<Icon of={Group} />}
        >
          Persone
        </Button>
      </May>
    </div>
  )
}
