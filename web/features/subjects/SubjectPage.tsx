import { Link, Navigate, useParams } from '@tanstack/react-router'
import { EditPencil, GitMerge } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { RecordTabs } from '../../records/RecordTabs.tsx'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RegisterOfSubject } from '../payments/collect/RegisterOfSubject.tsx'
import { LoadedSubject } from './LoadedSubject.tsx'

/** A person's own page. */
export function SubjectPage() {
  const id = Number(useParams({ strict: false }).id)
  return (
    <LoadedSubject id={id}>
      {(subject) => (
        <>
          {/* The id belongs to a record that was merged into this one. */}
          {subject.subject_id !== id && <Navigate {...paths.subjectPage(subject.subject_id)} replace />}
          <PageTitle
            title={subject.nominative}
            summary={addressLine(subject)}
            actions={
              <>
                <RegisterOfSubject subject={subject} />
                <IfPermitted permission="subjects:write">
                  <ResponsiveButton
                    variant="default"
                    icon={GitMerge}
                    label="Unisci"
                    renderRoot={(props) => <Link {...paths.mergeSubjects(id)} {...props} />}
                  />
                  <ResponsiveButton
                    variant="default"
                    icon={EditPencil}
                    label="Modifica"
                    renderRoot={(props) => <Link {...paths.editSubject(id)} {...props} />}
                  />
                </IfPermitted>
              </>
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
    </LoadedSubject>
  )
}
