import { Button } from '@mantine/core'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'iconoir-react'
import { useState } from 'react'
import { billHash, resultHash } from '../../public/public-page.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { Rows } from '../../ui/data/Rows.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { billStates, paymentStates } from '../../ui/data/states.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { AskDialog } from './AskDialog.tsx'
import styles from './Delegations.module.css'
import { type Delegator, delegatedBillsQuery, delegatedPaymentsQuery } from './delegations-query.ts'
import { EndDelegation } from './EndDelegation.tsx'

/** *Persone per cui paghi*: what each of them owes, counted apart from one's own, their bills, and what one paid. */
export function PaysFor({ pays_for }: { pays_for: readonly Delegator[] }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title="Persone per cui paghi"
      action={
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon of={Plus} />}
          onClick={() => setAsking(true)}
        >
          Paga per qualcuno
        </Button>
      }
    >
      {pays_for.length === 0 ? (
        <p className={styles.dim}>
          Paghi per un genitore o un parente? Chiedigli il consenso: vedrai le sue bollette qui, separate
          dalle tue.
        </p>
      ) : (
        <>
          <ul className={styles.people} aria-label="Persone per cui paghi">
            {pays_for.map((person) => (
              <Person key={person.delegation_id} person={person} />
            ))}
          </ul>
          <Bills />
        </>
      )}
      <Paid />
      {asking && <AskDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}

const Person = ({
  person: { delegation_id, owner_name, business_name, expires_on, due_now, residue, bills },
}: {
  person: Delegator
}) => (
  <li className={styles.person}>
    <div className={styles.who}>
      <strong>{owner_name}</strong>
      <span className={styles.dim}>
        {business_name}
        {expires_on && ` · fino al ${formatDate(expires_on)}`}
      </span>
    </div>
    <div className={styles.sum}>
      {bills > 0 ? (
        <Amount cents={due_now} size="strong" />
      ) : (
        <span className={styles.dim}>niente da pagare</span>
      )}
      {residue > due_now && <small>{formatEuro(residue)} in tutto</small>}
    </div>
    <EndDelegation
      delegation_id={delegation_id}
      label="Non pagare più"
      title={`Non pagare più per ${owner_name}?`}
      action="Non pagare più"
    >
      Da subito non vedi più le bollette di {owner_name}. Le ricevute di quello che hai pagato restano tue.
    </EndDelegation>
  </li>
)

/** Each bill says whose it is, and is paid on its own page. */
function Bills() {
  const { data, ...query } = useQuery(delegatedBillsQuery)
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare le loro bollette"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data || data.length === 0) return null
  return (
    <ul className={styles.bills} aria-label="Bollette delle persone per cui paghi">
      {data.map((bill) => (
        <li key={bill.bill_id} className={styles.bill}>
          <div className={styles.who}>
            <strong>di {bill.owner_name}</strong>
            <span className={styles.dim}>
              {[bill.account_name, bill.description, bill.unit].filter(Boolean).join(' · ')}
            </span>
          </div>
          <div className={styles.due}>
            <DateCell day={bill.next_due_date} />
          </div>
          <div className={styles.sum}>
            <Amount cents={bill.due_now} size="strong" />
            <StateLabel state={billStates[bill.state]} />
          </div>
          <a
            className={styles.pay}
            href={billHash(bill.token)}
            aria-label={`Paga la bolletta di ${bill.owner_name}, ${bill.account_name}, ${formatEuro(bill.due_now)}`}
          >
            Paga
          </a>
        </li>
      ))}
    </ul>
  )
}

function Paid() {
  const { data = [] } = useQuery(delegatedPaymentsQuery)
  if (data.length === 0) return null
  return (
    <details className={styles.paid}>
      <summary>Quello che hai pagato per altri</summary>
      <Rows
        label="Quello che hai pagato per altri"
        none=""
        rows={data.map(
          ({ payment_id, owner_name, account_name, created_at, amount, state, result_token }) => ({
            id: payment_id,
            name: (
              <a className={links.link} href={resultHash(result_token)}>
                {owner_name}, {account_name}
              </a>
            ),
            when: <DateCell day={today(new Date(created_at))} />,
            amount: <Amount cents={amount} />,
            state: <StateLabel state={paymentStates[state]} />,
          }),
        )}
      />
    </details>
  )
}
