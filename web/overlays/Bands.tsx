import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Bands.module.css'

/** Above the page, never over it: what it says pushes the page down, by the height left in `--saldo-bands`. */
export function Bands({ children }: { children: ReactNode }) {
  const bands = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--saldo-bands', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    if (bands.current) observer.observe(bands.current, { box: 'border-box' })
    return () => {
      observer.disconnect()
      style.removeProperty('--saldo-bands')
    }
  }, [])
  return (
    <div ref={bands} className={styles.bands} role="status" data-print="away">
      {children}
    </div>
  )
}

/** One thing to know, and what can be done about it. */
export function Band({
  tone,
  actions,
  children,
}: {
  tone: 'plain' | 'waiting'
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.band} data-tone={tone}>
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
