import { formatDateTime } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { type AuditLine, actOf, actorOf, labelOf } from './audit-words.ts'

/** One line of the log beside the list; loaded by id if the list does not contain it. */
export function AuditPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: AuditLine | undefined
  steps: PanelSteps
}) {
  const { data: line, ...query } = useQuery({
    queryKey: ['audit', 'one', id],
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /v1/audit', { query: { ids: id }, signal })
      if (!items[0])
        throw new ApiError(404, { error: 'not_found', error_description: 'Questa modifica non c’è.' })
      return items[0]
    },
    placeholderData: row,
  })
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={line ? actOf(line) : 'Modifica'}
      subtitle={line && labelOf(line)}
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa modifica non c’è"
          what="Non riesco a mostrare la modifica"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="la modifica">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {line && !query.isError && (
        <>
          <Section title="Chi e quando" level={3}>
            <p>
              {actorOf(line)}, <time dateTime={line.at}>{formatDateTime(line.at)}</time>
            </p>
            {line.acted_because !== null && (
              <p>Saldo ha operato per lo studio. Motivo: {line.acted_because}</p>
            )}
          </Section>
          <Section title="Che cosa è cambiato" level={3}>
            <AuditChanges line={line} />
          </Section>
        </>
      )}
    </DetailPanel>
  )
}
