import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Banners.module.css'

/**
 * Holds the banners above the page. They push the page down and never cover it: the page reads their height from
 * `--saldo-banners`.
 */
export function Banners({ children }: { children: ReactNode }) {
  const banners = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--saldo-banners', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    if (banners.current) observer.observe(banners.current, { box: 'border-box' })
    return () => {
      observer.disconnect()
      style.removeProperty('--saldo-banners')
    }
  }, [])
  return (
    <div ref={banners} className={styles.banners} role="status" data-print="away">
      {children}
    </div>
  )
}

/** A banner: one message and its buttons. */
export function Banner({
  tone,
  actions,
  children,
}: {
  tone: 'plain' | 'warning'
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.banner} data-tone={tone}>
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
