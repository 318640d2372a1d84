import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../api.ts'
import { sourceName } from '../../records/source-name.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { Rows } from '../../ui/data/Rows.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { debitStates } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { CancelDebit } from '../debits/CancelDebit.tsx'
import styles from './Sources.module.css'
import { plannedDebitsQuery } from './source-query.ts'

type Debit = Reply<'GET /v1/debits'>['items'][number]

/** Planned debits of a person, with a button to stop them; nothing if there are none. */
export function PlannedDebits({ subject_id }: { subject_id: number }) {
  const { data: debits, ...query } = useQuery(plannedDebitsQuery(subject_id))
  const [asking, setAsking] = useState<Debit | null>(null)
  const may = usePermission('debits:write')
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare gli addebiti previsti"
        onRetry={() => void query.refetch()}
      />
    )
  if (!debits || debits.items.length === 0) return null
  return (
    <div className={styles.planned}>
      <h3 className={styles.name}>Addebiti previsti</h3>
      <Rows
        label="Addebiti previsti"
        none=""
        rows={debits.items.map((debit) => ({
          id: debit.debit_id,
          name: (
            <TwoLineCell
              first={`Bolletta ${debit.bill_number}`}
              second={`${sourceName({ ...debit, type: debit.source_type })} · ${debit.account_name}`}
            />
          ),
          when: formatDate(debit.collect_on),
          amount: <Amount cents={debit.amount} size="strong" />,
          state: (
            <div className={styles.act}>
              <StateLabel state={debitStates[debit.state]} />
              {may && debit.state !== 'started' && (
                <LinkButton
                  aria-label={`Annulla l’addebito della bolletta ${debit.bill_number}`}
                  onClick={() => setAsking(debit)}
                >
                  Annulla
                </LinkButton>
              )}
            </div>
          ),
        }))}
      />
      {asking && <CancelDebit debit={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}
