import styles from './SkipLink.module.css'

/** First in the tab order: past drawer and toolbar, to the page. The hash is the router's, so it moves the focus itself. */
export function SkipLink() {
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      Vai al contenuto
    </button>
  )
}
