import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { accountLines } from '../../records/account-lines.ts'
import type { Account } from '../../records/account-query.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Late } from '../../ui/Late.tsx'
import links from '../../ui/Links.module.css'
import { OwedSum } from '../../ui/OwedSum.tsx'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { balanced } from '../../ui/states.ts'
import { TwoLines } from '../../ui/TwoLines.tsx'

/** What is still to collect, on its lines, and what it is made of; nothing for who may not see bills. */
export function AccountFigures({ account }: { account: Account }) {
  const { issued, collected, residue, overdue, account_id } = account
  if (residue === null || overdue === null) return null
  const lines = accountLines(account)
  const id = String(account_id)
  if (!lines) return <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>Nessuna bolletta emessa, per ora.</p>
  return (
    <OwedSum
      label="Da incassare"
      states={residue === 0 && <StateLabel state={balanced} tinted />}
      amount={<Amount cents={residue} size="page" />}
      lines={<TwoLines {...lines} thick />}
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
            {...paths.bollette({ account_id: id, money: 'settled' })}
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
              {...paths.bollette({ account_id: id, money: 'overdue' })}
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
  )
}
