import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Amount } from '../../ui/data/Amount.tsx'
import styles from './Choice.module.css'

/** So many rows are drawn at first, and for each further click. */
const atOnce = 100

/** Bills of one kind in a preview: a line with their sum, which opens to show which they are, a hundred at a time. */
export function BillGroup<Line>({
  title,
  name,
  cents,
  strong = false,
  open = false,
  lines,
  before,
  children,
}: {
  title: ReactNode
  /** The accessible name of the list. */
  name: string
  cents: number
  strong?: boolean
  /** Open at first. */
  open?: boolean
  lines: readonly Line[]
  /** Above the bills. */
  before?: ReactNode
  /** A row of the list (`li`). */
  children: (line: Line) => ReactNode
}) {
  const [shown, setShown] = useState(atOnce)
  return (
    <details className={styles.group} open={open}>
      <summary>
        <span>{title}</span>
        <Amount cents={cents} size={strong ? 'strong' : undefined} />
      </summary>
      {before}
      <ul className={styles.lines} aria-label={name}>
        {lines.slice(0, shown).map(children)}
      </ul>
      {lines.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + atOnce)}>
          Mostra altre {Math.min(atOnce, lines.length - shown)} di {lines.length - shown}
        </Button>
      )}
    </details>
  )
}
