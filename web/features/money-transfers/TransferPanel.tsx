import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { moneyTransferWayLabels } from '@saldo/domain/payments/money-transfer'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { TransferActs } from './TransferActs.tsx'
import { type Transfer, type TransferDetail, transferState } from './transfer-words.ts'

/** A transfer beside the list: what a second person looks at, what happened so far, and the acts. */
export function TransferPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Transfer | undefined
  steps: PanelSteps
}) {
  const { data, ...query } = useQuery({
    queryKey: ['money-transfers', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/money-transfers/{id}', { params: { id }, signal }),
  })
  return (
    <DetailPanel
      number={data?.reference ?? row?.reference ?? ''}
      title={row?.account_name ?? data?.account_name ?? 'Spostamento'}
      steps={steps}
    >
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare lo spostamento"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="lo spostamento">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {data && (
        <>
          <StateLabel state={transferState(data.state)} tinted />
          <TransferActs key={data.state} transfer={data} />
          <WhatToLookAt transfer={data} />
          <Section title="Che cosa è successo">
            <Facts rows={happened(data)} />
          </Section>
          {data.iban_history.length > 0 && (
            <Section title="Cambi dell’IBAN">
              <Facts
                rows={data.iban_history.map((change) => [
                  `${ibanStates[change.state]}, ${formatDateTime(change.at)}`,
                  `${change.new_iban}, chiesto da ${change.requested_by_name}${change.decided_by_name ? `, deciso da ${change.decided_by_name}` : ''}`,
                ])}
              />
            </Section>
          )}
          <Link {...paths.balanceStatement(data.account_id)} className={links.link}>
            Estratto del saldo
          </Link>
        </>
      )}
    </DetailPanel>
  )
}

const ibanStates: Record<TransferDetail['iban_history'][number]['state'], string> = {
  pending: 'In attesa',
  confirmed: 'Confermato',
  withdrawn: 'Ritirato',
  replaced: 'Sostituito',
  expired: 'Scaduto',
}

const WhatToLookAt = ({ transfer }: { transfer: TransferDetail }) => (
  <Facts
    rows={[
      ['Importo', <strong key="amount">{formatEuro(transfer.amount)}</strong>],
      ['Studio', transfer.customer_name],
      ['IBAN del condominio', transfer.iban],
      ['Ultimo cambio dell’IBAN', lastChange(transfer)],
      ['Motivo', transfer.reason],
      ['Modo', moneyTransferWayLabels[transfer.way]],
    ]}
  />
)

function lastChange({ iban_history }: TransferDetail): string {
  const last = iban_history.find(({ state }) => state === 'confirmed')
  return last ? `${formatDateTime(last.at)}, ${last.decided_by_name ?? last.requested_by_name}` : 'Mai'
}

/** The steps so far, with who made them. */
function happened(transfer: TransferDetail): [string, string | false | null][] {
  const { closed_at, closed_by_name, closing_reason, state } = transfer
  return [
    ['Chiesto', `${formatDateTime(transfer.requested_at)}, ${transfer.requested_by_name}`],
    ['Vale fino al', state === 'requested' && formatDateTime(transfer.expires_at)],
    [
      'Approvato',
      transfer.approved_at && `${formatDateTime(transfer.approved_at)}, ${transfer.approved_by_name}`,
    ],
    [
      'File scaricato',
      transfer.file_takers.map(({ name, at }) => `${formatDateTime(at)}, ${name}`).join('; '),
    ],
    ['Partito', transfer.sent_on && formatDate(transfer.sent_on)],
    ['Arrivato', transfer.paid_on && formatDate(transfer.paid_on)],
    ['Non riuscito', transfer.failed_on && `${formatDate(transfer.failed_on)}. ${transfer.failure ?? ''}`],
    [
      transferState(state).word,
      closed_at && [formatDateTime(closed_at), closed_by_name, closing_reason].filter(Boolean).join(', '),
    ],
    ['Accredito', transfer.provider_object],
    ['Storno', transfer.why_not_reversed],
  ]
}
