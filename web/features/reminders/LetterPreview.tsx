import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { LetterText } from './LetterText.tsx'
import type { Channel } from './Recipients.tsx'
import styles from './Reminders.module.css'
import { letterQuery } from './reminder-query.ts'

/** The letter due to a person, as they will read it. */
export function LetterPreview({
  bill_id,
  channel,
  onBack,
}: {
  bill_id: number
  channel: Channel
  onBack: () => void
}) {
  const { data: letter, ...query } = useQuery(letterQuery(bill_id))
  return (
    <>
      {query.isPending && (
        <Loading what="il sollecito">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          what="Non riesco a mostrare il sollecito"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {letter && <LetterText letter={letter} channel={channel} />}
      <div className={styles.foot}>
        <Button variant="default" onClick={onBack} autoFocus>
          Torna all’elenco
        </Button>
      </div>
    </>
  )
}
