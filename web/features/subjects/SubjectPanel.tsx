import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { RecordListLinks } from '../../records/RecordListLinks.tsx'
import { type Subject, subjectQuery } from '../../records/subject-query.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { CallsToMake } from './notes/CallsToMake.tsx'
import { OpenBills } from './owed/OpenBills.tsx'
import { SubjectFacts } from './SubjectFacts.tsx'

/** The most open bills in the panel; the page has all. */
const shownBills = 5

/** A person beside the list: open bills, data, links to their bills and payments. */
export function SubjectPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Subject | undefined
  steps: PanelSteps
}) {
  const navigate = useNavigate()
  const { data: subject, ...query } = useQuery({ ...subjectQuery(id), placeholderData: row })
  return (
    <DetailPanel
      number={subject?.fiscal_code ?? `n. ${id}`}
      title={subject?.nominative ?? 'Persona'}
      subtitle={subject && addressLine(subject)}
      steps={steps}
      onExpand={() => void navigate(paths.subjectPage(id))}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa persona non c’è"
          what="Non riesco a mostrare la persona"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="la persona">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {subject && !query.isError && (
        <>
          {subject.residue !== null && <OpenBills subject_id={subject.subject_id} most={shownBills} />}
          <CallsToMake subject_id={subject.subject_id} level={3} />
          <RecordListLinks of={{ subject_id: String(subject.subject_id) }} />
          <Section
            title="Dati"
            level={3}
            action={
              <IfPermitted permission="subjects:write">
                <Link {...paths.editSubject(id)} className={links.link}>
                  Modifica
                </Link>
              </IfPermitted>
            }
          >
            <SubjectFacts subject={subject} />
          </Section>
        </>
      )}
    </DetailPanel>
  )
}
