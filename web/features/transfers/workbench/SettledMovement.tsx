import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { matchWayLabels } from '@saldo/domain/transfers/movement'
import { Link } from '@tanstack/react-router'
import { Check } from 'iconoir-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { ReasonedButton } from '../../../ui/buttons/ReasonedButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { formatCount } from '../../../ui/grid/list.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import links from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { includeTransfer, undoMatches } from '../transfer-acts.ts'
import type { Match, MovementDetail } from '../transfer-query.ts'
import styles from './Workbench.module.css'

/** What a movement settles, by which match, and the way back. */
export function MatchesOf({
  movement,
  notPermitted,
}: {
  movement: MovementDetail
  notPermitted: string | null
}) {
  const { movement_id, matches, matched, why_not } = movement
  const [asking, setAsking] = useState(false)
  if (matches.length === 0) return null
  const isLive = matches.some(({ undone_at }) => undone_at === null)
  return (
    <Section
      title="Abbinamenti"
      action={
        isLive && (
          <ReasonedButton
            variant="default"
            size="xs"
            why={notPermitted ?? why_not.undo}
            onClick={() => setAsking(true)}
          >
            Annulla l’abbinamento
          </ReasonedButton>
        )
      }
    >
      <ul className={styles.matches}>
        {matches.map((match) => (
          <MatchRow key={match.match_id} match={match} />
        ))}
      </ul>
      <ConfirmDialog
        opened={asking}
        title="Annulla l’abbinamento"
        action={`Storna ${formatEuro(matched)}`}
        cancel="Lascia com’è"
        danger
        onConfirm={async () => {
          await undoMatches([movement_id])
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        L’incasso viene stornato con la data di oggi: le bollette tornano da pagare, le ricevute non valgono
        più e il movimento è di nuovo da abbinare.
      </ConfirmDialog>
    </Section>
  )
}

function MatchRow({ match }: { match: Match }) {
  const { payment_id, subject_id, subject_nominative, amount, credit, bills, way, reasons } = match
  const { actor, at, undone_at, undone_by, undone_reason } = match
  return (
    <li data-undone={undone_at !== null || undefined}>
      <div className={styles.what}>
        <div className={styles.bills}>
          {bills.map(({ bill_id, bill_number }) => (
            <Link key={bill_id} {...paths.bill(bill_id)} className={links.name}>
              {bill_number}
            </Link>
          ))}
          <Link {...paths.subject(subject_id)} className={links.quiet}>
            {subject_nominative}
          </Link>
          <Link {...paths.payment(payment_id)} className={links.quiet}>
            PG-{payment_id}
          </Link>
          {credit > 0 && !undone_at && (
            <Link {...paths.credits({ subject_id: String(subject_id) })} className={links.quiet}>
              Restituisci il credito
            </Link>
          )}
        </div>
        <p className={styles.dim}>
          {[
            bills.length > 1 &&
              bills.map((bill) => `${bill.bill_number}: ${formatEuro(bill.amount)}`).join(', '),
            credit > 0 && `${formatEuro(credit)} a credito`,
            `${matchWayLabels[way]}, ${actor}, ${formatDateTime(at)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {undone_at && (
          <p className={styles.dim}>
            Annullato da {undone_by ?? 'Saldo'}, {formatDateTime(undone_at)}
            {undone_reason && `: ${undone_reason}`}
          </p>
        )}
        {!undone_at && reasons.length > 0 && (
          <ul className={styles.reasons} aria-label="Motivi">
            {reasons.map((reason) => (
              <li key={reason}>
                <Icon of={Check} />
                {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Amount cents={amount} size="strong" />
    </li>
  )
}

/** The debits or notices whose money a recognised movement carried or took back. */
export function PaymentsOf({ movement: { payments, payment_count, state } }: { movement: MovementDetail }) {
  if (payment_count === 0) return null
  const more = payment_count - payments.length
  return (
    <Section title={state === 'reversal' ? 'Incassi ripresi dalla banca' : 'Incassi in questo movimento'}>
      <ul className={styles.matches}>
        {payments.map(({ payment_id, bill_id, bill_number, subject_nominative, amount }) => (
          <li key={payment_id}>
            <div className={styles.what}>
              <div className={styles.bills}>
                <Link {...paths.bill(bill_id)} className={links.name}>
                  {bill_number}
                </Link>
                <Link {...paths.payment(payment_id)} className={links.quiet}>
                  PG-{payment_id}
                </Link>
              </div>
              <p className={styles.dim}>{subject_nominative}</p>
            </div>
            <Amount cents={amount} size="strong" />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.dim}>
          {more === 1 ? 'E un altro incasso.' : `E altri ${formatCount(more)} incassi.`}
        </p>
      )}
    </Section>
  )
}

/** An excluded movement: the way back among those to match. */
export function IncludeAgain({
  movement: { movement_id, why_not },
  notPermitted,
}: {
  movement: MovementDetail
  notPermitted: string | null
}) {
  const [busy, setBusy] = useState(false)
  const include = async () => {
    setBusy(true)
    await includeTransfer(movement_id)
    setBusy(false)
  }
  return (
    <div>
      <ReasonedButton
        variant="default"
        loading={busy}
        why={notPermitted ?? why_not.include}
        onClick={() => void include()}
      >
        Rimetti tra quelli da abbinare
      </ReasonedButton>
    </div>
  )
}
