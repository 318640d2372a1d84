import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { Xmark } from 'iconoir-react'
import { paths } from '../../../paths.ts'
import { IconButton, LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { MoneyField } from '../../../ui/form/fields.tsx'
import links from '../../../ui/layout/Links.module.css'
import type { Proposal } from '../transfer-query.ts'
import { balanceOf, creditRest, removeBill, removeCredit, setAmount } from './choice.ts'
import type { Matching } from './useMatching.ts'
import styles from './Workbench.module.css'

/** The bills that the money settles, with their amounts to change, and what becomes credit. */
export function ChosenLines({ matching, proposals }: { matching: Matching; proposals: readonly Proposal[] }) {
  const { choice, change } = matching
  return (
    <ul className={styles.lines} aria-label="Che cosa salda">
      {choice.bills.map((bill) => (
        <li key={bill.bill_id}>
          <span className={styles.lineName}>
            <Link {...paths.bill(bill.bill_id)} className={links.name} target="_blank">
              {bill.bill_number}
            </Link>{' '}
            {bill.subject_nominative}
            <span className={styles.dim}>
              {[bill.due_date && `scad. ${formatDate(bill.due_date)}`, `restano ${formatEuro(bill.residue)}`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <span className={styles.lineAmount}>
            <MoneyField
              name={`bill-${bill.bill_id}`}
              label={`Alla bolletta ${bill.bill_number}`}
              value={bill.amount}
              error={null}
              onBlur={() => undefined}
              onChange={(amount) => change(setAmount(choice, bill.bill_id, amount))}
            />
          </span>
          <IconButton
            icon={Xmark}
            label={`Togli ${bill.bill_number}`}
            onClick={() => change(removeBill(choice, bill.bill_id, proposals))}
          />
        </li>
      ))}
      {choice.credits.map(({ subject_id, subject_nominative, amount }) => (
        <li key={`credit-${subject_id}`}>
          <span className={styles.lineName}>A credito di {subject_nominative}</span>
          <Amount cents={amount} size="strong" />
          <IconButton
            icon={Xmark}
            label={`Togli il credito di ${subject_nominative}`}
            onClick={() => change(removeCredit(choice, subject_id))}
          />
        </li>
      ))}
    </ul>
  )
}

/** What becomes of the money that the chosen bills do not take: credit of one of their people, or it stays open. */
export function RestChoices({ matching, proposals }: { matching: Matching; proposals: readonly Proposal[] }) {
  const { choice, change, open, people } = matching
  const { state, rest } = balanceOf(choice, open, proposals)
  if (state !== 'less') return null
  return (
    <p className={styles.rest} role="status">
      {choice.leave_rest ? (
        <>
          Restano {formatEuro(rest)} da abbinare.{' '}
          <LinkButton onClick={() => change({ ...choice, leave_rest: false })}>cambia</LinkButton>
        </>
      ) : (
        <>
          Restano {formatEuro(rest)}:{' '}
          {people.map((person) => (
            <span key={person.subject_id}>
              <LinkButton onClick={() => change(creditRest(choice, person, open))}>
                a credito di {person.subject_nominative}
              </LinkButton>
              {' · '}
            </span>
          ))}
          <LinkButton onClick={() => change({ ...choice, leave_rest: true })}>
            lasciali da abbinare
          </LinkButton>
        </>
      )}
    </p>
  )
}
