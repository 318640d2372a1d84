import styles from './Skeleton.module.css'

/** A bar in place of text; `width` and `height` are CSS. Wrap the whole skeleton in `Loading`. */
export const Bar = ({ width = '100%', height = 10 }: { width?: number | string; height?: number }) => (
  <span className={styles.bar} style={{ width, height }} />
)

/** Wraps skeletons: tells screen readers what is loading, and appears only after 300 ms. */
export function Loading({ what, children }: { what: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-label={`Carico ${what}`} className={styles.delayed}>
      <div aria-hidden>{children}</div>
    </div>
  )
}

/** Bars in place of lines of text, the last one shorter. */
export const TextSkeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles.text}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical bars that never move
      <Bar key={line} width={line === lines - 1 ? '55%' : '100%'} />
    ))}
  </div>
)
