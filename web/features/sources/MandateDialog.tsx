import { formatDate } from '@saldo/domain/dates'
import { CheckCircle, Circle, Coins, EditPencil } from 'iconoir-react'
import { sourceName } from '../../records/source-name.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { mandateStates } from '../../ui/data/states.ts'
import { Timeline, type TimelineEntry } from '../../ui/data/Timeline.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Sources.module.css'
import type { Source } from './source-query.ts'

type Mandate = NonNullable<Source['mandate']>

/** The mandate: its text, when and from where it was accepted, and its timeline. */
export function MandateDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const mandate = source.mandate as Mandate
  const paper = mandate.accepted_from === 'carta'
  return (
    <Dialog
      opened
      size={560}
      title={`${source.type === 'card' ? 'Consenso' : 'Mandato'} per ${sourceName(source)}`}
      onClose={onClose}
    >
      <StateLabel state={mandateStates[mandate.state]} tinted />
      <p className={styles.wording}>{mandate.text}</p>
      <Facts
        rows={[
          [
            'Riferimento (UMR)',
            mandate.umr && (
              <span key="umr">
                {mandate.umr} <CopyButton text={mandate.umr} what="il riferimento del mandato" />
              </span>
            ),
          ],
          [paper ? 'Firmato su carta il' : 'Accettato il', formatDate(mandate.signed_on)],
          ['Dall’indirizzo IP', paper ? '' : mandate.accepted_from],
          ['Ultimo incasso', mandate.last_used_at ? formatDate(mandate.last_used_at) : 'mai'],
          ['Senza incassi scade il', source.type === 'card' ? '' : formatDate(mandate.lapses_on)],
        ]}
      />
      <div className={styles.timeline}>
        <Timeline entries={mandate.timeline.map(entryOf)} />
      </div>
    </Dialog>
  )
}

const looks: Record<string, Pick<TimelineEntry, 'icon' | 'tone'>> = {
  ...mandateStates,
  accepted: { icon: EditPencil, tone: 'info' },
  active: { icon: CheckCircle, tone: 'success' },
  collected: { icon: Coins, tone: 'success' },
}

const entryOf = ({ at, kind, text, actor }: Mandate['timeline'][number], place: number): TimelineEntry => ({
  id: place,
  ...(looks[kind] ?? { icon: Circle, tone: 'neutral' as const }),
  what: text,
  at,
  who: actor,
})
