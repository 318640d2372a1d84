import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'iconoir-react'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Handover.module.css'
import { downloadHandover } from './handover-acts.ts'
import { type Handover, handoversQuery } from './handover-query.ts'
import {
  contentInWords,
  handoverStates,
  mostLoaded,
  refusalInWords,
  sizeInWords,
  whoAndWhen,
} from './handover-words.ts'

/** The ZIPs made of a condominium, the latest first; one that is being written goes on when one leaves. */
export function MadeHandovers({ account_id }: { account_id: number }) {
  const { data: made, ...query } = useQuery(handoversQuery({ account_id, direction: 'out' }))
  return (
    <Section title="Preparati">
      {query.isPending && (
        <Loading what="i passaggi di consegne">
          <TextSkeleton lines={3} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare i passaggi di consegne"
          onRetry={() => void query.refetch()}
        />
      )}
      {made && !query.isError && made.length === 0 && <p className={styles.dim}>Nessuno, per ora.</p>}
      {made && !query.isError && made.length > 0 && (
        <ul className={styles.list}>
          {made.map((handover) => (
            <Made key={handover.handover_id} handover={handover} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Made({ handover }: { handover: Handover }) {
  const { state, progress, file_bytes, notes } = handover
  return (
    <li>
      <div className={styles.head}>
        <strong>{contentInWords(handover)}</strong>
        <StateLabel state={handoverStates[state]} />
      </div>
      {state === 'writing' && (
        <>
          <Progress label="Preparo lo ZIP" share={progress.total ? progress.done / progress.total : null} />
          <span className={styles.dim}>
            Puoi andare altrove: lo ritrovi qui, e ti avviso quando è pronto.
          </span>
        </>
      )}
      {state === 'failed' && <span>{refusalInWords(handover)}</span>}
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      {(file_bytes ?? 0) > mostLoaded && state === 'done' && (
        <span>
          Pesa più di 50 MB: in un altro studio con Saldo non si carica. Preparane uno senza i PDF, i dati
          sono gli stessi.
        </span>
      )}
      {handover.can_download && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon of={Download} />}
            onClick={() => void downloadHandover(handover)}
          >
            Scarica lo ZIP{file_bytes === null ? '' : `, ${sizeInWords(file_bytes)}`}
          </Button>
        </div>
      )}
      <span className={styles.dim}>
        {whoAndWhen(handover)}
        {handover.can_download && ' · si elimina dopo 30 giorni'}
      </span>
    </li>
  )
}
