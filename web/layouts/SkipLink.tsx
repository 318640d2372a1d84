import styles from './SkipLink.module.css'

/** Skip link, first in the tab order. The router owns the hash, so it moves the focus itself. */
export function SkipLink() {
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      Vai al contenuto
    </button>
  )
}
