import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { formatCount, type Query } from '../../ui/grid/list.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'
import styles from './Transfers.module.css'
import { transferViews } from './transfer-views.ts'

const sort = '-booked_on'

/** The states of the movements as links, each with its number under the other filters; then statements and rules. */
export function TransferViews({ filters }: { filters: Query }) {
  const { state: shown = '', ...others } = filters
  return (
    <ViewLinks wide>
      {transferViews.map(({ name, state }) => (
        <Link
          key={name}
          {...paths.transfers({ ...others, ...(state ? { state } : {}), sort })}
          activeOptions={{ exact: true }}
          aria-current={shown === state ? 'page' : undefined}
        >
          {name} <Count filters={others} state={state} />
        </Link>
      ))}
      <OtherLists />
    </ViewLinks>
  )
}

/** The same row of links above the statements and the rules, which have no filters of movements. */
export const OtherViews = () => (
  <ViewLinks wide>
    {transferViews.map(({ name, state }) => (
      <Link
        key={name}
        {...paths.transfers({ ...(state ? { state } : {}), sort })}
        activeOptions={{ exact: true }}
      >
        {name}
      </Link>
    ))}
    <OtherLists />
  </ViewLinks>
)

const OtherLists = () => (
  <>
    <Link {...paths.bankStatements()} activeOptions={{ includeSearch: false }}>
      Estratti
    </Link>
    <Link {...paths.payerRules()} activeOptions={{ includeSearch: false }}>
      Regole imparate
    </Link>
    <Link {...paths.credits()} activeOptions={{ includeSearch: false }}>
      Crediti
    </Link>
    <Link {...paths.creditRefunds()} activeOptions={{ includeSearch: false }}>
      Restituzioni
    </Link>
  </>
)

/** It shares its query with the page's own totals. */
function Count({ filters, state }: { filters: Query; state: string }) {
  const query: Query = state ? { ...filters, state } : filters
  const { data } = useQuery({
    queryKey: ['transfers', 'summary', query],
    queryFn: ({ signal }) => api('GET /v1/transfers/summary', { query, signal }),
  })
  return data && <span className={styles.count}>{formatCount(data.count)}</span>
}
