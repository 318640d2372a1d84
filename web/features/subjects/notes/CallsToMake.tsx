import { formatDateTime } from '@saldo/domain/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import links from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { CallBack } from './CallBack.tsx'
import styles from './Notes.module.css'
import { notesQuery } from './notes-query.ts'

/** The calls still to be made to a person; nothing when there are none. */
export function CallsToMake({ subject_id, level = 2 }: { subject_id: number; level?: 2 | 3 }) {
  const { data } = useInfiniteQuery(notesQuery(subject_id, { call_back: 'open' }))
  const first = data?.pages[0]
  if (!first || first.items.length === 0) return null
  return (
    <Section
      title="Da richiamare"
      level={level}
      action={
        <Link {...paths.subjectPage(subject_id, 'note')} className={links.link}>
          Tutte le note
        </Link>
      }
    >
      <ul className={styles.notes} aria-label="Da richiamare">
        {first.items.slice(0, 3).map((note) => (
          <li key={note.note_id} className={styles.note}>
            <span className={styles.dim}>
              {formatDateTime(note.happened_at)} · {note.author}
            </span>
            <p className={styles.text}>{note.text}</p>
            <CallBack note={note} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
