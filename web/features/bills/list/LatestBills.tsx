import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { DateCell } from '../../../ui/data/DateCell.tsx'
import { Rows } from '../../../ui/data/Rows.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { billStates } from '../../../ui/data/states.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { BillLines } from '../BillLines.tsx'

const shown = 6
const words = { one: 'bolletta', many: 'bollette' }

/** The newest bills of a condominium or a person, with a link to all. */
export function LatestBills({ of }: { of: { account_id: number } | { subject_id: number } }) {
  const ofAccount = 'account_id' in of
  const filter = Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)]))
  const { data: bills, ...query } = useQuery({
    queryKey: ['bills', 'latest', of],
    queryFn: ({ signal }) =>
      api('GET /v1/bills', { query: { ...of, sort: '-issue_date', limit: shown }, signal }),
  })
  const totals = useQuery({
    queryKey: ['bills', 'summary', filter],
    queryFn: ({ signal }) => api('GET /v1/bills/summary', { query: of, signal }),
  })
  return (
    <Section
      title="Ultime bollette"
      action={
        totals.data &&
        totals.data.count > shown && (
          <Link {...paths.bills(filter)} className={links.link}>
            Tutte: {formatCountOf(totals.data.count, words)}
          </Link>
        )
      }
    >
      {query.isPending && (
        <Loading what="le bollette">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le bollette"
          onRetry={() => void query.refetch()}
        />
      )}
      {bills && (
        <Rows
          label="Ultime bollette"
          none="Nessuna bolletta, per ora."
          rows={bills.items.map((bill) => ({
            id: bill.bill_id,
            name: (
              <TwoLineCell
                first={
                  <Link {...paths.bill(bill.bill_id)} className={links.name}>
                    {bill.number}
                  </Link>
                }
                second={ofAccount ? bill.subject_nominative : bill.account_name}
              />
            ),
            when: <DateCell day={bill.next_due_date} />,
            amount: <Amount cents={bill.amount} size="strong" />,
            lines: <BillLines bill={bill} />,
            state: <StateLabel state={billStates[bill.state]} />,
          }))}
        />
      )}
    </Section>
  )
}
