import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { maskIban } from '@saldo/domain/iban'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { type BlockedIban, blockedBy } from './blocked-ibans-list.tsx'

/** A blocked IBAN beside the list: why, by whom, and a button to unblock it. */
export function BlockedIbanPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: BlockedIban | undefined
  steps: PanelSteps
}) {
  const { data, ...query } = useQuery({
    queryKey: ['iban-blacklist', 'one', id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/iban-blacklist', { query: { ids: id }, signal })).items[0] ?? null,
    placeholderData: row,
  })
  return (
    <DetailPanel number={`n. ${id}`} title={data ? maskIban(data.iban) : 'IBAN bloccato'} steps={steps}>
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’IBAN bloccato"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="l’IBAN bloccato">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {data === null && (
        <EmptyState title="Questo IBAN non è bloccato">Forse qualcuno l’ha già sbloccato.</EmptyState>
      )}
      {data && (
        <>
          <Facts
            rows={[
              ['Motivo', data.reason],
              ['Bloccato da', blockedBy(data)],
              ['Dal', formatDateTime(data.created_at)],
            ]}
          />
          <Unblock blocked={data} onDone={steps.onClose} />
        </>
      )}
    </DetailPanel>
  )
}

function Unblock({ blocked, onDone }: { blocked: BlockedIban; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const unblock = async () => {
    try {
      await api('DELETE /v1/iban-blacklist/{id}', { params: { id: blocked.blocked_iban_id } })
      alertToast(`${maskIban(blocked.iban)} si può di nuovo usare.`, 'success')
      onDone()
    } catch (error) {
      const why = errorSentence(error, 'Riprova fra poco.')
      alertToast(`Non l’ho sbloccato. ${why}`, 'danger')
    }
    setAsking(false)
    await queries.invalidateQueries({ queryKey: ['iban-blacklist'] })
  }
  return (
    <>
      <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setAsking(true)}>
        Sblocca
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        title={`Sblocca ${maskIban(blocked.iban)}`}
        action="Sblocca l’IBAN"
        cancel="Lascialo bloccato"
        onClose={() => setAsking(false)}
        onConfirm={unblock}
      >
        Da subito si può dare di nuovo a un condominio. Chi l’ha sbloccato resta scritto nella storia.
      </ConfirmDialog>
    </>
  )
}
