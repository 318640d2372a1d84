import { useSyncExternalStore } from 'react'
import styles from './LoaderOverlay.module.css'
import { onLoader, readLoader } from './loader.ts'

/** Covers the page with the text of `whileLoading`; mounted once. */
export function LoaderOverlay() {
  const text = useSyncExternalStore(onLoader, readLoader)
  if (text === null) return null
  return (
    <div className={styles.overlay} role="alert" aria-busy="true">
      <div className={styles.lines} aria-hidden />
      <p>{text}</p>
    </div>
  )
}
