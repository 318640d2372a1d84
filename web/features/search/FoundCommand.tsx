import { Icon } from '../../ui/icons/Icon.tsx'
import type { Command } from './commands.ts'
import styles from './SearchDialog.module.css'

/** A command among the options: what it does, what it asks first, its keys. */
export const FoundCommand = ({ command: { icon, label, note, keys } }: { command: Command }) => (
  <>
    <Icon of={icon} />
    <span className={styles.main}>
      <span className={styles.name}>{label}</span>
      {note && <span className={styles.detail}>{note}</span>}
    </span>
    {keys && (
      <span className={styles.keys} aria-hidden>
        {keys.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    )}
  </>
)
