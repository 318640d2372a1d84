import styles from './Progress.module.css'

/** How far a long work is, on two lines: all of it, and what is done. `share` 0–1; null while nobody knows. */
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
