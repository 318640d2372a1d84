import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'iconoir-react'
import { Suspense, useMemo, useState } from 'react'
import { useRefusalReason } from '../../../session/permissions/permission.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { Timeline } from '../../../ui/data/Timeline.tsx'
import { RecordError } from '../../../ui/feedback/RecordError.tsx'
import { Bar, Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { type ShortcutSection, useShortcuts } from '../../../ui/shortcuts.ts'
import type { Done } from '../transfer-acts.ts'
import { type MovementDetail, type Proposal, transferQuery } from '../transfer-query.ts'
import { MatchingBench } from './MatchingBench.tsx'
import { MovementHead } from './MovementHead.tsx'
import { IncludeAgain, MatchesOf, PaymentsOf } from './SettledMovement.tsx'
import styles from './Workbench.module.css'

const ExcludeDialog = lazyWithRetry(() => import('./ExcludeDialog.tsx'))
const NoteDialog = lazyWithRetry(() => import('./NoteDialog.tsx'))

/** One movement: its proposals while it is open, else what became of it. */
export function Workbench({ id, onDone }: { id: number; onDone: (done: Done) => void }) {
  const { data: movement, ...query } = useQuery(transferQuery(id))
  if (query.isError)
    return (
      <div className={styles.scroll}>
        <RecordError
          error={query.error}
          missing="Questo movimento non c’è"
          what="Non riesco a mostrare il movimento"
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  if (!movement)
    return (
      <div className={styles.scroll}>
        <Loading what="il movimento">
          <div className={styles.ghost}>
            <Bar width={220} />
            <Bar width={280} height={20} />
            <Bar width="70%" />
            <TextSkeleton lines={8} />
          </div>
        </Loading>
      </div>
    )
  return <Loaded movement={movement} onDone={onDone} />
}

function Loaded({ movement, onDone }: { movement: MovementDetail; onDone: (done: Done) => void }) {
  const notPermitted = useRefusalReason('payments:write')
  const [dialog, setDialog] = useState<'exclude' | 'note' | null>(null)
  const { why_not, state, live_proposals, movement_id } = movement
  const mayExclude = notPermitted === null && why_not.exclude === null
  const mayNote = notPermitted === null
  const keys = useMemo<ShortcutSection>(
    () => ({
      name: 'Bonifici',
      shortcuts: [
        // A key opens no second dialog while the first one loads: the person is typing for the first.
        {
          keys: 'x',
          does: 'Non riguarda i condòmini',
          run: () => mayExclude && setDialog((open) => open ?? 'exclude'),
        },
        { keys: 'e', does: 'Scrivi una nota', run: () => mayNote && setDialog((open) => open ?? 'note') },
      ],
    }),
    [mayExclude, mayNote],
  )
  useShortcuts(keys)
  const noteWords = movement.note ? 'cambia la nota' : 'scrivi una nota'
  const note = <LinkButton onClick={() => setDialog('note')}>{noteWords}</LinkButton>
  return (
    <>
      <div className={styles.headOf}>
        <MovementHead movement={movement} />
      </div>
      {why_not.match === null ? (
        <MatchingBench
          // Another colleague's act changes the proposals: what was chosen among those before does not hold.
          key={`${movement_id} ${movement.matched} ${JSON.stringify(live_proposals.map(identityOf))}`}
          movements={[movement]}
          proposals={live_proposals}
          notPermitted={notPermitted}
          onDone={onDone}
          others={
            <>
              {why_not.exclude === null && (
                <>
                  {' · '}
                  <LinkButton onClick={() => setDialog('exclude')}>non riguarda i condòmini</LinkButton>
                </>
              )}
              {' · '}
              {note}
            </>
          }
          below={<Before movement={movement} notPermitted={notPermitted} />}
        />
      ) : (
        <div className={styles.scroll}>
          <Before movement={movement} notPermitted={notPermitted} />
          {state === 'excluded' && <IncludeAgain movement={movement} notPermitted={notPermitted} />}
          {mayNote && <p className={styles.others}>Altro: {note}</p>}
        </div>
      )}
      {dialog && (
        <Suspense>
          {dialog === 'note' ? (
            <NoteDialog movement={movement} onClose={() => setDialog(null)} />
          ) : (
            <ExcludeDialog movement={movement} onClose={() => setDialog(null)} onDone={onDone} />
          )}
        </Suspense>
      )}
    </>
  )
}

const identityOf = ({ rank, subject_id, bills, credit, payment_id }: Proposal) => [
  rank,
  subject_id,
  payment_id,
  credit,
  bills.map(({ bill_id, amount }) => [bill_id, amount]),
]

/** The matches until now, and the history. */
const Before = ({ movement, notPermitted }: { movement: MovementDetail; notPermitted: string | null }) => (
  <>
    <MatchesOf movement={movement} notPermitted={notPermitted} />
    <PaymentsOf movement={movement} />
    {movement.events.length > 0 && (
      <Section title="Cronologia" level={3}>
        <Timeline
          entries={movement.events.map(({ text, actor, at }, place) => ({
            id: place,
            icon: CalendarCheck,
            tone: 'neutral' as const,
            what: text,
            at,
            who: actor,
          }))}
        />
      </Section>
    )}
  </>
)
