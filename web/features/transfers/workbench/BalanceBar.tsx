import { Button, Tooltip } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { CheckCircle, Circle, WarningTriangle } from 'iconoir-react'
import { useId } from 'react'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import type { State } from '../../../ui/data/states.ts'
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx'
import type { Proposal } from '../transfer-query.ts'
import styles from './BalanceBar.module.css'
import { balanceOf } from './choice.ts'
import type { Matching } from './useMatching.ts'

const even: State = { tone: 'success', word: 'Pareggia', icon: CheckCircle }
const more: State = { tone: 'danger', word: 'È di più', icon: WarningTriangle }
const less: State = { tone: 'warning', word: 'Non pareggia', icon: Circle }
const nothing: State = { tone: 'neutral', word: 'Da scegliere', icon: Circle }
const states = { even, more, less, nothing }

/** Two lines, the money and what is chosen for it; the button wakes when they match. */
export function BalanceBar({
  matching,
  proposals,
  notPermitted,
  several,
}: {
  matching: Matching
  proposals: readonly Proposal[]
  notPermitted: string | null
  /** Several movements together. */
  several: boolean
}) {
  const { open, choice, busy, confirm } = matching
  const { chosen, rest, state } = balanceOf(choice, open, proposals)
  const most = Math.max(open, chosen, 1)
  const why = notPermitted ?? matching.why
  const whyId = useId()
  return (
    <div className={styles.bar} data-foot-bar="end" data-print="away">
      <dl className={styles.balance}>
        <Line name={several ? 'Bonifici' : 'Bonifico'} cents={open} share={open / most} state={state} />
        <Line name="Abbinato" cents={chosen} share={chosen / most} state={state} />
      </dl>
      <div className={styles.verdict} role="status">
        <StateLabel state={states[state]} />
        <span>{rest < 0 ? `in più ${formatEuro(-rest)}` : `resta ${formatEuro(rest)}`}</span>
      </div>
      <Tooltip
        label={why}
        disabled={why === null}
        multiline
        maw={280}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          size="md"
          className={styles.confirm}
          loading={busy}
          variant={why === null ? undefined : 'default'}
          data-disabled={why !== null || undefined}
          aria-disabled={why !== null}
          aria-describedby={why === null ? undefined : whyId}
          onClick={() => why === null && void confirm()}
        >
          Conferma
          <kbd className={styles.enter} aria-hidden>
            Invio
          </kbd>
        </Button>
      </Tooltip>
      <VisuallyHidden id={whyId}>{why}</VisuallyHidden>
    </div>
  )
}

const Line = ({
  name,
  cents,
  share,
  state,
}: {
  name: string
  cents: number
  share: number
  state: keyof typeof states
}) => (
  <div data-state={state}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.track} aria-hidden>
        <span style={{ width: `${share * 100}%` }} data-line={name === 'Abbinato' ? 'chosen' : 'money'} />
      </span>
      <span className={styles.figure}>{formatEuro(cents)}</span>
    </dd>
  </div>
)
