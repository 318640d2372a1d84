import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { EmailOfSubject } from './email-query.ts'
import { MailFrame } from './MailFrame.tsx'
import { timelineOf } from './mail-states.ts'

/** A mail to a person: what became of it, and its body if it signs nobody in. */
export default function SubjectEmailDialog({
  subject_id,
  mail: { email_id, subject },
  onClose,
}: {
  subject_id: number
  mail: EmailOfSubject
  onClose: () => void
}) {
  const { data, ...query } = useQuery({
    queryKey: ['subjects', 'email', subject_id, email_id],
    queryFn: ({ signal }) =>
      api('GET /v1/subjects/{subject_id}/emails/{email_id}', { params: { subject_id, email_id }, signal }),
  })
  return (
    <Dialog opened title={subject} onClose={onClose} size={720}>
      {query.isPending && (
        <Loading what="l’e-mail">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’e-mail"
          onRetry={() => void query.refetch()}
        />
      )}
      {data && (
        <>
          <Section title="Che cosa è successo">
            <Timeline entries={timelineOf(data.timeline)} />
          </Section>
          {data.html !== null && data.text !== null ? (
            <MailFrame subject={subject} html={data.html} text={data.text} />
          ) : (
            <p>
              {data.body === 'personal'
                ? 'Contiene un link o un codice personale: la legge solo chi la riceve.'
                : 'Il testo di questa e-mail non si conserva.'}
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}
