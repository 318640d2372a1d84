import { Button, NativeSelect } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Reply } from '../../api.ts'
import { sourceName } from '../../records/source-name.ts'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { plannedDebitsQuery, refreshSources, type Source } from './source-query.ts'

type Bill = Reply<'GET /v1/bills'>['items'][number]

const payable = ['overdue', 'returned', 'due_soon', 'partly_paid', 'to_pay']

/** Chooses an open bill to debit from this source, on the first day that leaves time for the notice. */
export function PlanDebit({ source, onClose }: { source: Source; onClose: () => void }) {
  const { owner_id: subject_id, source_id } = source
  const { data: bills, ...query } = useQuery({
    queryKey: ['bills', 'to-debit', subject_id],
    queryFn: ({ signal }) =>
      api('GET /v1/bills', {
        query: { subject_id, state: payable.join(','), sort: 'next_due_date', limit: 50 },
        signal,
      }),
  })
  const planned = useQuery(plannedDebitsQuery(subject_id))
  const dayOf = new Map(planned.data?.items.map(({ bill_id, collect_on }) => [bill_id, collect_on]))
  const [chosen, setChosen] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const bill_id = Number(chosen || bills?.items.find(({ bill_id }) => !dayOf.has(bill_id))?.bill_id)
  const plan = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const debit = await api('POST /v1/debits', { body: { bill_id, source_id } })
      alertToast(
        `Addebito di ${formatEuro(debit.amount)} previsto per il ${formatDate(debit.collect_on)}. Il preavviso parte da solo.`,
        'success',
      )
      await Promise.all([refreshSources(), queries.invalidateQueries({ queryKey: ['debits'] })])
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title="Prevedi un addebito"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={busy} disabled={!bill_id} onClick={() => void plan()}>
            Prevedi l’addebito
          </Button>
        </>
      }
    >
      {(query.isPending || planned.isPending) && (
        <Loading what="le bollette">
          <TextSkeleton lines={2} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le bollette"
          onRetry={() => void query.refetch()}
        />
      )}
      {bills?.items.length === 0 && <p>Nessuna bolletta da pagare: non c’è nulla da addebitare.</p>}
      {bills && bills.items.length > 0 && !planned.isPending && (
        <NativeSelect
          label="Quale bolletta"
          description={`Si addebita su ${sourceName(source)} quanto resta da pagare, il primo giorno che lascia il tempo del preavviso.`}
          value={bill_id ? String(bill_id) : ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            ...(bill_id ? [] : [{ value: '', label: 'Sono già tutte previste' }]),
            ...bills.items.map((bill) => optionOf(bill, dayOf.get(bill.bill_id))),
          ]}
        />
      )}
      <FormFailure failure={failure} />
    </Dialog>
  )
}

/** A bill with a planned debit is shown with its day, but disabled. */
const optionOf = (bill: Bill, planned: string | undefined) => ({
  value: String(bill.bill_id),
  label: [
    bill.number,
    formatEuro(bill.residue),
    planned ? `già prevista per il ${formatDate(planned)}` : bill.account_name,
  ].join(' · '),
  disabled: planned !== undefined,
})
