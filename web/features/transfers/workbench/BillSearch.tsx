import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { formatDate } from '@saldo/domain/dates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'iconoir-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Amount } from '../../../ui/data/Amount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { type Candidate, candidatesQuery } from '../transfer-query.ts'
import styles from './Workbench.module.css'

const typingPause = 200

/** Finds open bills of the movement's condominium; Enter adds the first, Escape closes. */
export function BillSearch({
  movement_id,
  taken,
  onAdd,
  onClose,
}: {
  movement_id: number
  /** Ids of the bills that are chosen already. */
  taken: readonly number[]
  onAdd: (bill: Candidate) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), typingPause)
  const { data, ...query } = useQuery({
    ...candidatesQuery(movement_id, q),
    placeholderData: keepPreviousData,
  })
  const bills = data?.filter(({ bill_id }) => !taken.includes(bill_id))
  const settled = !query.isPlaceholderData && q === typed.trim()
  // Enter was pressed before the answer to the last letters: it adds the first bill once that is there.
  const [waits, setWaits] = useState(false)
  const add = (bill: Candidate | undefined) => {
    setWaits(false)
    if (!bill) return
    onAdd(bill)
    setTyped('')
  }
  const addFirst = useEffectEvent(() => add(bills?.[0]))
  useEffect(() => {
    if (waits && settled) addFirst()
  }, [waits, settled])
  return (
    <search className={styles.search} aria-label="Cerca una bolletta">
      <TextInput
        autoFocus
        aria-label="Numero, nome, codice fiscale o importo"
        placeholder="Numero, nome, codice fiscale o importo"
        leftSection={<Icon of={Search} />}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setWaits(false)
          setTyped(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter') setWaits(true)
          else return
          event.preventDefault()
        }}
      />
      {query.isPending && (
        <Loading what="le bollette">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a cercare le bollette"
          onRetry={() => void query.refetch()}
        />
      )}
      {bills && !query.isError && (
        <p className={styles.dim} role="status">
          {bills.length === 0
            ? q
              ? 'Nessuna bolletta aperta con questo testo.'
              : 'Nessuna bolletta aperta in questo condominio.'
            : q
              ? `${bills.length === 50 ? 'Le prime 50' : bills.length} bollette aperte. Invio aggiunge la prima.`
              : 'Le bollette aperte del condominio, prima quelle di questo importo.'}
        </p>
      )}
      {bills && bills.length > 0 && !query.isError && (
        <ul className={styles.found} aria-label="Bollette trovate">
          {bills.map((bill) => (
            <li key={bill.bill_id}>
              <button type="button" className={styles.foundBill} onClick={() => add(bill)}>
                <Icon of={Plus} />
                <span className={styles.lineName}>
                  <span>
                    <strong>{bill.bill_number}</strong> {bill.subject_nominative}
                  </span>
                  <span className={styles.dim}>
                    {[bill.unit, bill.description, bill.due_date && `scad. ${formatDate(bill.due_date)}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <Amount cents={bill.still_due} size="strong" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
