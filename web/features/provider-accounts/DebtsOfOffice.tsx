import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { debtCauses } from '../office-debts/debt-words.ts'
import styles from './ProviderAccount.module.css'

const shown = 20

/** Shows the office's debts to Saldo because its account lacked funds; empty if there are none. */
export function DebtsOfOffice({ customer_id }: { customer_id: number }) {
  const debts = useQuery({
    queryKey: ['office-debts', 'of-office', customer_id],
    queryFn: async ({ signal }) => {
      const query = { customer_id, open: 'yes' as const }
      const [page, { count, owed }] = await Promise.all([
        api('GET /v1/office-debts', { query: { ...query, sort: 'owed_since', limit: shown }, signal }),
        api('GET /v1/office-debts/summary', { query, signal }),
      ])
      return { items: page.items, count, owed }
    },
  })
  if (debts.isError)
    return (
      <QueryError
        error={debts.error}
        what="Non riesco a mostrare i debiti verso Saldo"
        onRetry={() => void debts.refetch()}
      />
    )
  if (!debts.data || debts.data.count === 0) return null
  const { items, count, owed } = debts.data
  return (
    <Section title={`Da restituire a Saldo: ${formatEuro(owed)}`}>
      <p className={styles.sentence}>
        Dopo un insoluto o una contestazione il denaro si riprende da questo conto. Quello che il conto non
        aveva, e la commissione del provider, li ha anticipati Saldo: restituiscili con un bonifico, o chiedi
        all’assistenza di compensarli. Niente viene trattenuto senza dirtelo.
      </p>
      <ul className={styles.capabilities}>
        {items.map((debt) => (
          <li key={debt.recovery_id}>
            <Link {...paths.payment(debt.payment_id)} className={links.link}>
              {debtCauses[debt.cause]}, {debt.bill_number}
            </Link>
            <span>
              {formatEuro(debt.owed)} dal {debt.owed_since && formatDate(debt.owed_since)}
            </span>
          </li>
        ))}
      </ul>
      {count > items.length && <p className={styles.sentence}>e altri {count - items.length}</p>}
    </Section>
  )
}
