import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './EmailTemplate.module.css'
import { differenceQuery } from './email-template-query.ts'

const fieldNames = { subject: 'Oggetto', source: 'Sorgente', plain: 'Testo' }
const marks = { same: ' ', added: '+', removed: '−', skipped: '…' }
const said = { same: '', added: 'aggiunta: ', removed: 'tolta: ', skipped: '' }

/** The lines in which two versions differ, on request. */
export function VersionDifference({
  id,
  from,
  to,
  label,
}: {
  id: number
  from: number | undefined
  to: number | undefined
  label: string
}) {
  const [shown, setShown] = useState(false)
  const { data, ...query } = useQuery({ ...differenceQuery(id, from, to), enabled: shown })
  return (
    <div>
      <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {label}
      </Button>
      {shown && query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a confrontarle"
          onRetry={() => void query.refetch()}
        />
      )}
      {shown && data?.parts.length === 0 && <p>Sono uguali.</p>}
      {shown &&
        data?.parts.map(({ field, lines }) => (
          <div key={field}>
            <strong>{fieldNames[field]}</strong>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
            <section className={styles.lines} aria-label={`Differenze: ${fieldNames[field]}`} tabIndex={0}>
              {lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and never move
                <div key={at} className={styles.line} data-change={line.change}>
                  <VisuallyHidden>{said[line.change]}</VisuallyHidden>
                  <span aria-hidden>{marks[line.change]} </span>
                  {line.text}
                </div>
              ))}
            </section>
          </div>
        ))}
    </div>
  )
}
