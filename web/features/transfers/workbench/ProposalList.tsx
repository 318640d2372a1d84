import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { Check } from 'iconoir-react'
import { useId } from 'react'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import links from '../../../ui/layout/Links.module.css'
import type { Proposal } from '../transfer-query.ts'
import { levelInWords } from '../transfer-words.ts'
import styles from './Workbench.module.css'

/** The ranked proposals, each with its reasons; several may be ticked. */
export function ProposalList({
  proposals,
  chosen,
  disabled,
  onToggle,
}: {
  proposals: readonly Proposal[]
  /** Ranks. */
  chosen: readonly number[]
  disabled: boolean
  onToggle: (proposal: Proposal) => void
}) {
  return (
    <ol className={styles.proposals} aria-label="Proposte">
      {proposals.map((proposal) => (
        <ProposalRow
          key={proposal.rank}
          proposal={proposal}
          ticked={chosen.includes(proposal.rank)}
          disabled={disabled}
          onToggle={() => onToggle(proposal)}
        />
      ))}
    </ol>
  )
}

function ProposalRow({
  proposal,
  ticked,
  disabled,
  onToggle,
}: {
  proposal: Proposal
  ticked: boolean
  disabled: boolean
  onToggle: () => void
}) {
  const { rank, bills, subject_id, subject_nominative, credit, payment_id, reasons } = proposal
  const id = useId()
  const sum = bills.reduce((total, { amount }) => total + amount, 0) + credit
  return (
    <li className={styles.proposal} data-ticked={ticked || undefined}>
      <input
        type="checkbox"
        className={styles.box}
        checked={ticked}
        disabled={disabled}
        aria-labelledby={id}
        aria-keyshortcuts={rank <= 9 ? String(rank) : undefined}
        onChange={onToggle}
      />
      <div className={styles.what}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the checkbox beside it does the same */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox beside it does the same */}
        <div id={id} className={styles.bills} onClick={(event) => !disabled && tick(event, onToggle)}>
          {bills.map(({ bill_id, bill_number }) => (
            <Link key={bill_id} {...paths.bill(bill_id)} className={links.name} target="_blank">
              {bill_number}
            </Link>
          ))}
          {payment_id !== null && (
            <Link {...paths.payment(payment_id)} className={links.name} target="_blank">
              PG-{payment_id}
            </Link>
          )}
          <Link {...paths.subject(subject_id)} className={links.quiet} target="_blank">
            {subject_nominative}
          </Link>
        </div>
        <p className={styles.dim}>{detailsOf(proposal)}</p>
        <ul className={styles.reasons} aria-label="Motivi">
          {reasons.map((reason) => (
            <li key={reason}>
              <Icon of={Check} />
              {reason}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.worth}>
        <Amount cents={sum} size="strong" />
        <StateLabel state={levelInWords(proposal)} />
        {rank <= 9 && (
          <kbd className={styles.key} aria-hidden>
            {rank}
          </kbd>
        )}
      </div>
    </li>
  )
}

/** A click beside the links ticks the box, as a label would. */
function tick(event: { target: EventTarget }, onToggle: () => void) {
  if (event.target instanceof Element && !event.target.closest('a')) onToggle()
}

/** `scad. 15/09/2026 · restano 96,00 €`; for several bills, what goes to each. */
function detailsOf({ bills, credit, payment_id }: Proposal): string {
  if (payment_id !== null) return 'Incasso già registrato a mano: si collega, non se ne registra un altro'
  const [first, ...others] = bills
  const surplus = credit > 0 ? [`${formatEuro(credit)} a credito`] : []
  if (!first) return surplus.join('')
  if (others.length > 0)
    return [
      ...bills.map(({ bill_number, amount }) => `${bill_number}: ${formatEuro(amount)}`),
      ...surplus,
    ].join(' · ')
  return [
    first.due_date && `scad. ${formatDate(first.due_date)}`,
    first.amount !== first.residue && `${formatEuro(first.amount)} di ${formatEuro(first.residue)}`,
    ...surplus,
  ]
    .filter(Boolean)
    .join(' · ')
}
