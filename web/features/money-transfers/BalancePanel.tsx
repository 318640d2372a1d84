import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import styles from './MoneyTransfers.module.css'
import { readNow } from './transfer-acts.ts'
import type { Balance } from './transfer-words.ts'

const RequestDialog = lazyWithRetry(() => import('./RequestDialog.tsx'))

/** One balance beside the list. */
export function BalancePanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Balance | undefined
  steps: PanelSteps
}) {
  const { data, ...query } = useQuery({
    queryKey: ['movable-balances', 'one', id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/movable-balances', { query: { ids: [id], limit: 1 }, signal })).items[0] ?? null,
  })
  return (
    <DetailPanel number={`n. ${id}`} title={row?.account_name ?? data?.account_name ?? 'Saldo'} steps={steps}>
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il saldo"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il saldo">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data && <BalanceFacts balance={data} />}
    </DetailPanel>
  )
}

function BalanceFacts({ balance }: { balance: Balance }) {
  const [asking, ask] = useState(false)
  const read = async () => {
    try {
      await readNow(balance.account_id)
      alertToast('Saldo letto dal provider.', 'success')
    } catch (error) {
      alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
    }
  }
  return (
    <>
      <div className={styles.acts}>
        <ReasonedButton why={balance.why_not} onClick={() => ask(true)}>
          Chiedi uno spostamento
        </ReasonedButton>
        <Button variant="default" onClick={() => void read()}>
          Leggi adesso
        </Button>
        {balance.why_not && <p className={styles.why}>{balance.why_not}</p>}
      </div>
      <Facts
        rows={[
          ['Studio', balance.customer_name],
          ['Sul conto della piattaforma', formatEuro(balance.platform)],
          ['Su account incassi', formatEuro(balance.connected)],
          ['Trattenuto da rimborsi e recuperi', balance.held > 0 && formatEuro(balance.held)],
          ['Già chiesto', balance.reserved > 0 && formatEuro(balance.reserved)],
          ['Spostabile adesso', <strong key="movable">{formatEuro(balance.movable)}</strong>],
          ['IBAN', balance.iban ?? 'Manca'],
          ['Letto il', balance.read_at ? formatDateTime(balance.read_at) : 'Mai'],
        ]}
      />
      <Link {...paths.balanceStatement(balance.account_id)} className={links.link}>
        Estratto del saldo
      </Link>
      <Suspense fallback={null}>
        {asking && <RequestDialog of={balance} onClose={() => ask(false)} />}
      </Suspense>
    </>
  )
}
