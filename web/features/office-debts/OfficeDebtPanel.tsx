import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { DebtFacts } from './DebtFacts.tsx'
import { debtStates, type OfficeDebt, type OfficeDebtDetail, settlementWays } from './debt-words.ts'
import styles from './OfficeDebts.module.css'
import { retakeDebt } from './office-debt-acts.ts'

const SettleDialog = lazyWithRetry(() => import('./SettleDialog.tsx'))

/** A debt beside the list: its origin, settlements so far, actions. */
export function OfficeDebtPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: OfficeDebt | undefined
  steps: PanelSteps
}) {
  const { data, ...query } = useQuery({
    queryKey: ['office-debts', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/office-debts/{id}', { params: { id }, signal }),
  })
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={row?.customer_name ?? data?.customer_name ?? 'Debito'}
      steps={steps}
    >
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il debito"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il debito">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data && (
        <>
          <StateLabel state={debtStates[data.state]} tinted />
          <DebtFacts debt={data} />
          <Link {...paths.payment(data.payment_id)} className={links.link}>
            Transazione PG-{data.payment_id}
          </Link>
          {data.settlements.length > 0 && (
            <Section title="Come è stato saldato">
              <Facts
                rows={data.settlements.map((each) => [
                  `${settlementWays[each.way]}, ${formatDate(each.settled_on)}`,
                  [formatEuro(each.amount), each.reference, each.note].filter(Boolean).join(' · '),
                ])}
              />
            </Section>
          )}
          {data.state === 'open' && <Acts debt={data} />}
        </>
      )}
    </DetailPanel>
  )
}

function Acts({ debt }: { debt: OfficeDebtDetail }) {
  const [asked, ask] = useState<'settle' | 'retake' | null>(null)
  const owed = formatEuro(debt.owed)
  return (
    <div className={styles.acts}>
      <Button onClick={() => ask('settle')}>Registra il saldo</Button>
      {debt.refused > 0 && (
        <Button variant="default" onClick={() => ask('retake')}>
          Riprova dal conto collegato
        </Button>
      )}
      {asked === 'settle' && (
        <Suspense fallback={null}>
          <SettleDialog debt={debt} onClose={() => ask(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={asked === 'retake'}
        title={`Riprendi ${owed} dal conto collegato`}
        action="Chiedi al provider"
        cancel="Lascia così"
        onClose={() => ask(null)}
        onConfirm={async () => {
          await retakeDebt(debt)
          ask(null)
        }}
      >
        Il provider prende quello che trova sul conto di {debt.customer_name}, fino a {owed}. Il resto rimane
        a debito dello studio.
      </ConfirmDialog>
    </div>
  )
}
