import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { apartRows } from '../../../records/owed-apart.tsx'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { Facts } from '../../../ui/data/Facts.tsx'
import { OverdueAmount } from '../../../ui/data/OverdueAmount.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { balanced } from '../../../ui/data/states.ts'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { listedBills } from './listed-bills.ts'
import { OpenBillLine } from './OpenBillLine.tsx'
import styles from './OpenBills.module.css'
import { type OpenBills as Owed, openBillsQuery } from './open-bills-query.ts'

/**
 * Answers “why 123,45?”: what a person owes, of what it is made, and each open bill. The lines of each sum stand under
 * one another. `most`: how many bills are listed; the others are one line, with a link.
 */
export function OpenBills({ subject_id, most = Infinity }: { subject_id: number; most?: number }) {
  const { data: owed, ...query } = useQuery(openBillsQuery(subject_id))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare quanto deve"
        onRetry={() => void query.refetch()}
      />
    )
  if (!owed)
    return (
      <Loading what="quanto deve">
        <TextSkeleton lines={6} />
      </Loading>
    )
  return (
    <div className={styles.owed}>
      <Sum owed={owed} subject_id={subject_id} />
      {owed.accounts.length === 0 && <p className={styles.label}>Nessuna bolletta da pagare.</p>}
      {listedBills(owed.accounts, most).map((account) => (
        <BillsOfAccount
          key={account.account_id}
          account={account}
          subject_id={subject_id}
          several={owed.accounts.length > 1}
        />
      ))}
    </div>
  )
}

/** The residue and its parts; below them what is not added: under way, disputed, credit. */
function Sum({ owed, subject_id }: { owed: Owed; subject_id: number }) {
  const { residue, overdue, falling_due, pending, disputed, credit, next_due_date, later_due_date } = owed
  const of = { subject_id: String(subject_id) }
  const later = residue - overdue - falling_due
  const parts = [overdue, falling_due, later].filter((part) => part > 0).length
  return (
    <div className={styles.sum}>
      <div className={styles.head}>
        <span className={styles.label}>Residuo</span>
        {residue === 0 && <StateLabel state={balanced} tinted />}
      </div>
      <div className={styles.total}>
        <Amount cents={residue} size="page" total={residue === 0 ? 'closed' : 'open'} />
      </div>
      <Facts
        rows={[
          ['Scaduto', overdue > 0 && <OverdueAmount key="overdue" cents={overdue} />],
          [
            `In scadenza, 30 giorni${next_due_date ? ` (dal ${formatDate(next_due_date)})` : ''}`,
            falling_due > 0 && <Amount key="next" cents={falling_due} />,
          ],
          [
            `Più avanti${later_due_date ? ` (dal ${formatDate(later_due_date)})` : ''}`,
            later > 0 && <Amount key="later" cents={later} />,
          ],
          ['Residuo', parts > 1 && <Amount key="residue" cents={residue} total="open" />],
        ]}
      />
      {pending + disputed + credit > 0 && (
        <div className={styles.apart}>
          <Facts
            rows={[
              ...apartRows({ pending, disputed }, of),
              ['Credito', credit > 0 && <Amount key="credit" cents={credit} />],
            ]}
          />
          <p className={styles.label}>{apartSentence({ pending, disputed, credit })}</p>
          {credit > 0 && (
            <IfPermitted permission="payments:write">
              <Link {...paths.credits(of)} className={links.link}>
                Restituisci il credito
              </Link>
            </IfPermitted>
          )}
        </div>
      )}
    </div>
  )
}

/** Says which of these sums the residue includes. */
const apartSentence = ({ pending, disputed, credit }: Pick<Owed, 'pending' | 'disputed' | 'credit'>) =>
  [
    pending > 0 && 'Quanto è in corso è ancora compreso nel residuo.',
    disputed > 0 && 'Il contestato non è nel residuo: torna dovuto se la banca dà ragione a chi ha pagato.',
    credit > 0 && 'Il credito non è ancora stato usato e non è sottratto dal residuo.',
  ]
    .filter(Boolean)
    .join(' ')

function BillsOfAccount({
  account,
  subject_id,
  several,
}: {
  account: ReturnType<typeof listedBills<Owed['accounts'][number]>>[number]
  subject_id: number
  several: boolean
}) {
  const { account_id, account_name, bills, left_out, residue, credit, pending, disputed } = account
  const apart = [...apartRows({ pending, disputed }), ['Credito', credit > 0 && <Amount cents={credit} />]]
  return (
    <section aria-label={`Bollette aperte, ${account_name}`}>
      <h3 className={styles.account}>
        <Link {...paths.accountPage(account_id)} className={links.name}>
          {account_name}
        </Link>
      </h3>
      {bills.length > 0 && (
        <ul className={styles.bills}>
          {bills.map((bill) => (
            <OpenBillLine key={bill.bill_id} bill={bill} />
          ))}
        </ul>
      )}
      {left_out.count > 0 && (
        <p className={styles.line}>
          <Link
            {...paths.bills({
              subject_id: String(subject_id),
              account_id: String(account_id),
              money: 'residue',
            })}
            className={links.link}
          >
            {bills.length > 0 ? 'Altre ' : ''}
            {formatCountOf(left_out.count, { one: 'bolletta', many: 'bollette' })}
          </Link>
          <Amount cents={left_out.residue} size="strong" />
        </p>
      )}
      {several && (
        <p className={styles.line}>
          <span>In questo condominio</span>
          <Amount cents={residue} total={residue === 0 ? 'closed' : 'open'} />
        </p>
      )}
      {several && apart.length > 0 && <Facts rows={apart as Parameters<typeof Facts>[0]['rows']} />}
    </section>
  )
}
