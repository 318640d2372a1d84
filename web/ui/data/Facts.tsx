import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** Name and value pairs on hairlines; rows with an empty value are left out. */
export function Facts({ rows }: { rows: readonly [name: string, value: ReactNode][] }) {
  const known = rows.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
