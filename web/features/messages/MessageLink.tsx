import styles from './MessageDialog.module.css'

/** Opens a message's link: a page of the product here, another site in a new tab. */
export function MessageLink({ link, onFollow }: { link: string | undefined; onFollow?: () => void }) {
  if (!link) return null
  if (link.startsWith('/'))
    return (
      <a className={styles.link} href={`#${link}`} onClick={onFollow}>
        Apri
      </a>
    )
  return (
    <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
      Apri {new URL(link).hostname} (in un’altra scheda)
    </a>
  )
}
