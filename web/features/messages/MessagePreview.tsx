import { Section } from '../../ui/layout/Section.tsx'
import { MessageSummary } from './MessageSummary.tsx'
import type { MessageValues } from './write/recipients.ts'
import styles from './write/WriteMessage.module.css'

/** A message as recipients will see it in their list. */
export function MessagePreview({ values: { title, body, link } }: { values: MessageValues }) {
  return (
    <Section title="Anteprima">
      <div className={styles.preview}>
        <MessageSummary
          message={{
            title: title.trim() || 'Titolo',
            body: body.trim() || 'Il testo del messaggio.',
            date_create: new Date().toISOString(),
            date_read: null,
          }}
        />
        {link.trim() && <p className={styles.link}>Con il link a {link.trim()}</p>}
      </div>
    </Section>
  )
}
