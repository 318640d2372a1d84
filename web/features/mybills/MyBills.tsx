import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { MyBillRow } from './MyBillRow.tsx'
import styles from './MyBills.module.css'
import { myBillsQuery } from './my-bills-query.ts'
import { PayTogetherBar } from './PayTogetherBar.tsx'

/** *Da pagare*: what a resident owes, to pay one by one or together. */
export function MyBills() {
  const { data, ...query } = useInfiniteQuery(myBillsQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const bills = data?.pages.flatMap(({ items }) => items) ?? []
  // Bills paid meanwhile are no longer selectable.
  const selected = bills.filter(({ bill_id }) => chosen.has(bill_id))
  const choose = (bill_id: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(bill_id)
    else next.delete(bill_id)
    setChosen(next)
  }

  return (
    <div>
      <Section
        title="Da pagare"
        action={
          <Link {...paths.myBills()} className={links.link}>
            Tutte le bollette
          </Link>
        }
      >
        {query.isPending && <Ghosts />}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare che cosa devi pagare"
            onRetry={() => void query.refetch()}
          />
        )}
        {data && bills.length === 0 && <p className={styles.none}>Non hai niente da pagare.</p>}
        {bills.length > 0 && (
          <ul className={styles.rows} aria-label="Bollette da pagare">
            {bills.map((bill) => (
              <MyBillRow
                key={bill.bill_id}
                bill={bill}
                chosen={chosen.has(bill.bill_id)}
                choose={(on) => choose(bill.bill_id, on)}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            variant="default"
            mt="md"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra le altre
          </Button>
        )}
      </Section>
      {selected.length > 0 && (
        <PayTogetherBar selected={selected} keep={(bill_ids) => setChosen(new Set(bill_ids))} />
      )}
    </div>
  )
}

const Ghosts = () => (
  <Loading what="le bollette da pagare">
    <div className={styles.ghosts}>
      {['a', 'b', 'c'].map((place) => (
        <Bar key={place} height={44} />
      ))}
    </div>
  </Loading>
)
