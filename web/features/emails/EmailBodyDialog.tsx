import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { MailFrame } from './MailFrame.tsx'

/** The body of a mail, for the back office. Opening it leaves a line in the history, once each time. */
export default function EmailBodyDialog({
  id,
  subject,
  onClose,
}: {
  id: number
  subject: string
  onClose: () => void
}) {
  const { data, ...query } = useQuery({
    queryKey: ['emails', 'body', id],
    queryFn: () => api('POST /v1/emails/{id}/read', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog opened title={subject} onClose={onClose} size={720}>
      {query.isPending && (
        <Loading what="il testo">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il testo"
          onRetry={() => void query.refetch()}
        />
      )}
      {data && <MailFrame subject={subject} {...data} />}
    </Dialog>
  )
}
