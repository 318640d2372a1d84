import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import styles from './Day.module.css'
import { booksAgree } from './item-states.ts'
import { type AccountDay, accountsOfDayQuery } from './reconciliation-query.ts'
import { TwoBooks } from './TwoBooks.tsx'

/** The day by condominium, those with open items first. */
export function AccountsOfDay({ day }: { day: string }) {
  const { data, ...query } = useQuery(accountsOfDayQuery(day))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare i condomìni"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data)
    return (
      <Loading what="i condomìni">
        <TextSkeleton lines={4} />
      </Loading>
    )
  if (data.items.length === 0) return <p className={styles.none}>Nessun movimento: né dal provider né qui.</p>
  const several = new Set(data.items.map(({ provider_account }) => provider_account)).size > 1
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Condominio</th>
            <th scope="col">Provider</th>
            <th scope="col">Pagamenti</th>
            <th scope="col">Scritture</th>
            <th scope="col">Da spiegare</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((row) => (
            <Row key={row.day_id} row={row} several={several} />
          ))}
        </tbody>
      </table>
      {data.next_cursor && (
        <p className={styles.none}>
          Qui sono i primi {data.items.length}: gli altri sono nel file che esporti.
        </p>
      )}
    </>
  )
}

function Row({ row, several }: { row: AccountDay; several: boolean }) {
  const late = row.open_items > 0
  return (
    <tr>
      <th scope="row">
        {row.account_id === null ? (
          'Di nessun condominio'
        ) : (
          <Link {...paths.account(row.account_id)} className={links.link}>
            {row.account_name}
          </Link>
        )}
        {several && <small>{providerAccountLabels[row.provider_account]}</small>}
        <TwoBooks provider={row.provider_amount} ours={row.our_amount} closed={booksAgree(row)} />
      </th>
      <td data-label="Provider">
        <Amount cents={row.provider_amount} />
      </td>
      <td data-label="Pagamenti">
        <Amount cents={row.our_amount} />
      </td>
      <td data-label="Scritture">
        <Amount cents={row.ledger_amount} />
      </td>
      <td data-label="Da spiegare" data-danger={late || undefined}>
        <Amount cents={row.unexplained} />
      </td>
    </tr>
  )
}
