import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../session/queries.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import styles from './Operations.module.css'
import { attemptMethods, attemptState, type StuckAttempt } from './stuck-attempts-list.tsx'

/** A payment without an outcome beside the list: what is known, and a button to ask again. */
export function StuckAttemptPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: StuckAttempt | undefined
  steps: PanelSteps
}) {
  const { data, ...query } = useQuery({
    queryKey: ['stuck-attempts', 'one', id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/stuck-attempts', { query: { ids: id }, signal })).items[0] ?? null,
    placeholderData: row,
  })
  return (
    <DetailPanel
      number={data ? `PG-${data.payment_id}` : `n. ${id}`}
      title={data?.customer_name ?? 'Pagamento'}
      steps={steps}
    >
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il pagamento"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il pagamento">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data === null && (
        <EmptyState title="L’esito è arrivato">Questo pagamento non è più fra quelli da guardare.</EmptyState>
      )}
      {data && (
        <>
          <StateLabel state={attemptState(data)} tinted />
          <Facts
            rows={[
              ['Importo', formatEuro(data.amount)],
              ['Metodo', attemptMethods[data.method] ?? data.method],
              ['Condominio', data.account_name],
              ['Dal', formatDateTime(data.created_at)],
              ['Richieste al provider', String(data.polls)],
              [
                'Prossima richiesta',
                data.next_poll_at ? formatDateTime(data.next_poll_at) : 'nessuna da sola',
              ],
            ]}
          />
          <p className={styles.note}>
            Non sappiamo ancora com’è andato: non è fallito. Le rate restano impegnate finché il provider non
            risponde.
          </p>
          <div className={styles.acts}>
            <Button onClick={() => void askAgain(data)}>Chiedi di nuovo al provider</Button>
          </div>
          <Link {...paths.payment(data.payment_id)} className={links.link}>
            Apri la transazione
          </Link>
        </>
      )}
    </DetailPanel>
  )
}

async function askAgain({ attempt_id }: StuckAttempt): Promise<void> {
  try {
    await api('POST /v1/stuck-attempts/{id}/poll', { params: { id: attempt_id } })
    alertToast('Chiesto al provider: se risponde, l’esito arriva fra poco.', 'success')
  } catch (error) {
    alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
  }
  await queries.invalidateQueries({ queryKey: ['stuck-attempts'] })
}
