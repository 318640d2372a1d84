import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../api.ts'
import { SourceForm } from '../../public/SourceForm.tsx'
import { sourceName } from '../../records/source-name.ts'
import { writtenAddress } from '../../records/written-address.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { type Owner, refreshSources, type Source } from './source-query.ts'

/** Adds a card or an account without leaving the page; same fields as on the public pages. */
export default function EnterSource({
  owner,
  type,
  onPaper,
  onClose,
}: {
  owner: Owner
  type: Source['type']
  onPaper: boolean
  onClose: () => void
}) {
  const id = owner.owner_id
  // Restarted on each opening, because a setup can be used once.
  const opened = useId()
  const email = writtenAddress(owner.email)
  const { data: begun, ...query } = useQuery({
    queryKey: ['sources', 'begin', id, type, opened],
    queryFn: () =>
      api('POST /v1/stripe/create_source', { body: { id, type_id: type, email: email || null } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const title =
    type === 'card' ? 'Aggiungi una carta' : onPaper ? 'Registra un mandato firmato' : 'Aggiungi un conto'
  return (
    <Dialog opened title={title} onClose={onClose} size={480}>
      {query.isPending && (
        <Loading what="il modulo">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco ad aprire il modulo"
          onRetry={() => void query.refetch()}
        />
      )}
      {begun && (
        <SourceForm
          type={type}
          online={begun}
          mandate_text={begun.mandate_text}
          email={email}
          onPaper={onPaper}
          save={(entered, idempotencyKey) =>
            api('POST /v1/stripe/save_source/{token?}', {
              body: { id, source_id: begun.source_id, ...entered },
              idempotencyKey,
            })
          }
          saved={async (source) => {
            alertToast(
              source.state === 'active'
                ? `${sourceName(source)} è pronto per le prossime bollette.`
                : 'La banca deve ancora confermare: lo vedi qui quando lo fa.',
              'success',
            )
            await refreshSources()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
