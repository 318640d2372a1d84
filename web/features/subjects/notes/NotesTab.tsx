import { Button } from '@mantine/core'
import type { NoteKind } from '@saldo/domain/registry/note'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Phone, Plus } from 'iconoir-react'
import { useState } from 'react'
import { TabColumn } from '../../../records/RecordTabs.tsx'
import type { SubjectTabProps } from '../../../records/record-tab.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import rows from '../../../ui/layout/RowList.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { NoteLine } from './NoteLine.tsx'
import styles from './Notes.module.css'
import { type Note, notesQuery } from './notes-query.ts'
import { RemoveNote } from './RemoveNote.tsx'

/** Notes and calls about a person, the latest first. Residents never see them. */
export function NotesTab({ subject: { subject_id, nominative } }: SubjectTabProps) {
  const [writing, write] = useState<NoteKind | Note | null>(null)
  const [removing, remove] = useState<Note | null>(null)
  const query = useInfiniteQuery(notesQuery(subject_id))
  const notes = query.data?.pages.flatMap(({ items }) => items)
  return (
    <TabColumn>
      <Section
        title="Note e telefonate"
        action={
          <IfPermitted permission="subjects:write">
            <div className={rows.actions}>
              <Button variant="default" leftSection={<Icon of={Plus} />} onClick={() => write('note')}>
                Nota
              </Button>
              <Button variant="default" leftSection={<Icon of={Phone} />} onClick={() => write('call')}>
                Telefonata
              </Button>
            </div>
          </IfPermitted>
        }
      >
        {query.isError ? (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le note"
            onRetry={() => void query.refetch()}
          />
        ) : !notes ? (
          <Loading what="le note">
            <TextSkeleton lines={6} />
          </Loading>
        ) : notes.length === 0 ? (
          <EmptyState title="Nessuna nota, nessuna telefonata">
            Annota che cosa ti ha detto {nominative}, e quando richiamare: lo leggono i tuoi collaboratori,
            mai i residenti.
          </EmptyState>
        ) : (
          <ul className={styles.notes} aria-label="Note e telefonate">
            {notes.map((note) => (
              <NoteLine key={note.note_id} note={note} onChange={write} onRemove={remove} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra le precedenti
          </Button>
        )}
      </Section>
      {writing && <NoteDialog subject_id={subject_id} of={writing} onClose={() => write(null)} />}
      {removing && <RemoveNote note={removing} onClose={() => remove(null)} />}
    </TabColumn>
  )
}
