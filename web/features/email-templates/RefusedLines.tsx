import { errorSentence } from '../../api-error.ts'
import styles from './EmailTemplate.module.css'

const fieldNames: Record<string, string> = {
  subject: 'Oggetto',
  source: 'Sorgente',
  plain: 'Testo',
  template: 'File',
}

/** Why a design was not kept: the lines that cannot be used, by field. */
export function RefusedLines({ failure }: { failure: unknown }) {
  if (!failure) return null
  const fields = (failure as { fields?: Record<string, string> }).fields ?? {}
  return (
    <div className={styles.refused} role="alert">
      <p>{errorSentence(failure, 'Non ho salvato la bozza. Riprova fra poco.')}</p>
      {Object.entries(fields).map(([field, lines]) => (
        <div key={field}>
          <strong>{fieldNames[field] ?? field}</strong>
          <ul>
            {lines.split('\n').map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
