import { Icon } from '../icons/Icon.tsx'
import styles from './StateLabel.module.css'
import type { State } from './states.ts'

/** Icon, word and colour of a state: plain in lists, tinted (`tinted`) in a record's header. */
export function StateLabel({ state, tinted = false }: { state: State; tinted?: boolean }) {
  return (
    <span className={styles.label} data-tone={state.tone} data-tinted={tinted || undefined}>
      <Icon of={state.icon} size={tinted ? 20 : 16} />
      <span>{state.word}</span>
    </span>
  )
}
