import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type RightKind, rightNames } from '@saldo/domain/right-holder'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { billStates } from '../../../ui/data/states.ts'
import links from '../../../ui/layout/Links.module.css'
import styles from './OpenBills.module.css'
import type { OpenBill } from './open-bills-query.ts'

/** One bill: what it asked, what was paid, what remains, and when each unsettled instalment is due. */
export function OpenBillLine({ bill }: { bill: OpenBill }) {
  const { bill_id, number, state, amount, settled, residue, pending, disputed, instalments } = bill
  return (
    <li className={styles.bill}>
      <span className={styles.name}>
        <Link {...paths.bill(bill_id)} className={links.name}>
          {number}
        </Link>
        <StateLabel state={billStates[state]} />
      </span>
      <span className={styles.residue}>
        <Amount cents={residue} size="strong" />
      </span>
      <span className={styles.about}>{aboutBill(bill)}</span>
      <span className={styles.paid}>
        {settled > 0 ? `${formatEuro(amount)} − ${formatEuro(settled)} pagati` : 'non pagata'}
      </span>
      {instalments.map((instalment) => (
        <span key={instalment.position} className={styles.instalment}>
          <span data-overdue={instalment.overdue > 0 || undefined}>{dueWords(bill, instalment)}</span>
          {instalments.length > 1 && <Amount cents={instalment.due} />}
        </span>
      ))}
      {pending > 0 && state !== 'pending' && <Apart name="di cui in corso" cents={pending} />}
      {pending > 0 && state === 'pending' && pending < residue && (
        <Apart name="di cui in corso" cents={pending} />
      )}
      {disputed > 0 && <Apart name="contestati, non contati nel residuo" cents={disputed} />}
    </li>
  )
}

const Apart = ({ name, cents }: { name: string; cents: number }) => (
  <span className={styles.instalment}>
    <span>{name}</span>
    <Amount cents={cents} />
  </span>
)

/** `Rata 2 di 4 · Int. 7, scala A · locazione` */
const aboutBill = ({ description, unit, right_kinds }: OpenBill) =>
  [description, unit, capacity(right_kinds)].filter(Boolean).join(' · ')

const capacity = (kinds: readonly RightKind[]) =>
  kinds.map((kind) => rightNames[kind].toLowerCase()).join(' e ')

/** `rata 2 di 4, scaduta il 15/09/2026`; a bill with one instalment says only when. */
function dueWords(
  { instalments_count }: OpenBill,
  { position, due_date, overdue }: OpenBill['instalments'][number],
): string {
  const day = formatDate(due_date)
  const when = overdue > 0 ? `scaduta il ${day}` : `scade il ${day}`
  return instalments_count > 1 ? `rata ${position} di ${instalments_count}, ${when}` : when
}
