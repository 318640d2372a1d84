import styles from './Progress.module.css'

/** Progress of a long task, as two lines: all of it, and what is done. `share` is 0–1, null while unknown. */
export function Progress({ label, share }: { label: string; share: number | null }) {
  const percent = share === null ? undefined : Math.min(100, Math.round(share * 100))
  return (
    <div
      className={styles.lines}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      style={{ '--share': `${percent ?? 100}%` } as React.CSSProperties}
    >
      <span className={styles.due} />
      <span className={styles.done} data-unknown={percent === undefined || undefined} />
    </div>
  )
}
