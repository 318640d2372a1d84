import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import styles from './Autopay.module.css'
import { AutopayCard } from './AutopayCard.tsx'
import { type Autopay, autopaysQuery, type Coverable } from './autopay-query.ts'
import { type Payable, SetAutopay } from './SetAutopay.tsx'

/**
 * The autopays of a person, one for each condominium. `by`: the payer pauses, revokes and begins them; staff read them.
 */
export function Autopays({
  subject_id,
  sources,
  by,
}: {
  subject_id: number
  sources: readonly Payable[]
  by: 'owner' | 'staff'
}) {
  const { data: found, ...query } = useQuery(autopaysQuery(subject_id))
  const [asking, setAsking] = useState<Coverable | Autopay | null>(null)
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare gli addebiti automatici"
        onRetry={() => void query.refetch()}
      />
    )
  const usable = sources.filter(({ state, mandate }) => state === 'active' && mandate?.state === 'active')
  const coverable = (found?.coverable ?? []).filter((where) => where.subject_id === subject_id)
  const offered = by === 'owner' && usable.length > 0 ? coverable : []
  if (!found || (found.autopays.length === 0 && offered.length === 0)) return null
  return (
    <div className={styles.autopays}>
      <h3 className={styles.title}>Addebito automatico</h3>
      {found.autopays.map((autopay) => (
        <AutopayCard
          key={autopay.autopay_id}
          autopay={autopay}
          by={by}
          change={usable.length > 0 ? () => setAsking(autopay) : null}
        />
      ))}
      {offered.map((where) => (
        <div key={where.account_id} className={styles.offer}>
          <p>Le bollette di {where.account_name} si possono pagare da sole, ognuna dopo un preavviso.</p>
          <Button
            variant="default"
            aria-label={`Attiva l’addebito automatico per ${where.account_name}`}
            onClick={() => setAsking(where)}
          >
            Attiva l’addebito automatico
          </Button>
        </div>
      ))}
      {asking && <SetAutopay where={asking} sources={usable} onClose={() => setAsking(null)} />}
    </div>
  )
}
