import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { accountProgress } from '../../records/account-progress.ts'
import type { Account } from '../../records/account-query.ts'
import { apartRows } from '../../records/owed-apart.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { OwedSum } from '../../ui/data/OwedSum.tsx'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced } from '../../ui/data/states.ts'
import links from '../../ui/layout/Links.module.css'

/** The amount still to collect, with progress and details; nothing for users who may not see bills. */
export function AccountFigures({ account }: { account: Account }) {
  const { issued, collected, residue, overdue, pending, disputed, account_id } = account
  if (residue === null || overdue === null) return null
  const lines = accountProgress(account)
  const id = String(account_id)
  if (!lines) return <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>Nessuna bolletta emessa, per ora.</p>
  return (
    <OwedSum
      label="Da incassare"
      states={residue === 0 && <StateLabel state={balanced} tinted />}
      amount={<Amount cents={residue} size="page" />}
      lines={<PaymentProgress {...lines} thick />}
      rows={[
        [
          'Emesso',
          <Link key="issued" {...paths.bills({ account_id: id })} className={links.link}>
            <Amount cents={issued} />
          </Link>,
        ],
        [
          'Incassato',
          <Link key="collected" {...paths.bills({ account_id: id, money: 'settled' })} className={links.link}>
            <Amount cents={collected} />
          </Link>,
        ],
        [
          'Scaduto',
          overdue > 0 ? (
            <Link key="overdue" {...paths.bills({ account_id: id, money: 'overdue' })} className={links.link}>
              <OverdueAmount cents={overdue} />
            </Link>
          ) : (
            <OverdueAmount key="overdue" cents={0} />
          ),
        ],
        ...apartRows({ pending, disputed }, { account_id: id }),
      ]}
    />
  )
}
