import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { apartRows } from '../../records/owed-apart.tsx'
import type { Subject } from '../../records/subject-query.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { OwedSum } from '../../ui/data/OwedSum.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced, billStates } from '../../ui/data/states.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'

/** Shows what a person owes, with a double line once settled. Users who may not see bills see nothing. */
export function SubjectFigures({ subject }: { subject: Subject }) {
  const { bills_count, residue, overdue, pending, disputed } = subject
  const of = { subject_id: String(subject.subject_id) }
  if (bills_count === null || residue === null || overdue === null) return null
  if (bills_count === 0)
    return <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>Nessuna bolletta intestata, per ora.</p>
  return (
    <OwedSum
      label="Residuo"
      states={
        <>
          {residue === 0 && <StateLabel state={balanced} tinted />}
          {overdue > 0 && <StateLabel state={billStates.overdue} tinted />}
        </>
      }
      amount={<Amount cents={residue} size="page" total={residue === 0 ? 'closed' : 'open'} />}
      rows={[
        [
          'Bollette',
          <Link key="bills" {...paths.bills(of)} className={links.link}>
            {formatCountOf(bills_count, { one: 'bolletta', many: 'bollette' })}
          </Link>,
        ],
        [
          'Scaduto',
          overdue > 0 ? (
            <Link key="overdue" {...paths.bills({ ...of, money: 'overdue' })} className={links.link}>
              <OverdueAmount cents={overdue} />
            </Link>
          ) : (
            <OverdueAmount key="overdue" cents={0} />
          ),
        ],
        ...apartRows({ pending, disputed }, of),
      ]}
    />
  )
}
