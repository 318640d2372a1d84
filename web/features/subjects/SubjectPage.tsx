import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { EditPencil, GitMerge } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { RecordTabs } from '../../records/RecordTabs.tsx'
import { subjectQuery } from '../../records/subject-query.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'

/** A person's own page. */
export function SubjectPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(subjectQuery(id))
  const subject = query.data
  const list = (
    <Link {...paths.subjects()} className={links.link}>
      Anagrafica
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="la persona"
      missing="Questa persona non c’è"
      list={list}
      name={subject?.nominative ?? `n. ${id}`}
      tabTitle={subject?.nominative ?? 'Persona'}
    >
      {(subject) => (
        <>
          {/* The id belongs to a record that was merged into this one. */}
          {subject.subject_id !== id && <Navigate {...paths.subjectPage(subject.subject_id)} replace />}
          <PageTitle
            title={subject.nominative}
            summary={addressLine(subject)}
            actions={
              <IfPermitted permission="subjects:write">
                <Button
                  variant="default"
                  leftSection={<Icon of={GitMerge} />}
                  renderRoot={(props) => <Link {...paths.mergeSubjects(id)} {...props} />}
                >
                  Unisci
                </Button>
                <Button
                  variant="default"
                  leftSection={<Icon of={EditPencil} />}
                  renderRoot={(props) => <Link {...paths.editSubject(id)} {...props} />}
                >
                  Modifica
                </Button>
              </IfPermitted>
            }
          />
          <RecordTabs
            of="subject"
            label="Parti della scheda"
            page={(tab) => paths.subjectPage(subject.subject_id, tab)}
            tabProps={{ subject }}
          />
        </>
      )}
    </LoadedRecord>
  )
}
