import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import styles from './SearchDialog.module.css'

/** Shown in place of results: how to search, or why nothing was found. */
export function SearchNote({
  text,
  searched,
  everywhere,
  onEverywhere,
}: {
  text: string
  /** The text without results; null before a search. */
  searched: string | null
  everywhere: boolean
  onEverywhere: () => void
}) {
  if (text.trim() === '')
    return (
      <p className={styles.note}>
        Trovi condomìni, persone, bollette e pagamenti: per esempio «Rossi», «2026/000418», un codice fiscale
        o «412,50».
      </p>
    )
  if (searched === null) return <p className={styles.note}>Cerco «{text.trim()}»…</p>
  return (
    <div className={styles.note}>
      <p>
        <strong>Nessun risultato per «{searched}».</strong>
      </p>
      {everywhere ? (
        <p>
          {searched.length < 3
            ? 'Con una o due lettere trovi solo ciò che comincia così: scrivine ancora una.'
            : 'Prova con meno lettere, con una parte del nome o del numero, o con l’importo come 412,50.'}
        </p>
      ) : (
        <p>
          Hai escluso qualche elenco. <LinkButton onClick={onEverywhere}>Cerca ovunque</LinkButton>
        </p>
      )}
    </div>
  )
}
