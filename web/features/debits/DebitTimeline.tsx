import { useQuery } from '@tanstack/react-query'
import { Circle, Clock } from 'iconoir-react'
import { usePermission } from '../../session/permissions/permission.ts'
import { Timeline, type TimelineEntry } from '../../ui/data/Timeline.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { paymentQuery } from '../payments/payment-query.ts'
import { timelineOf } from '../payments/payment-timeline.ts'
import type { Debit } from './debit-query.ts'

/** What happened to a debit, newest first: once it is under way, its payment knows more. */
export function DebitTimeline({ debit }: { debit: Debit }) {
  const { payment_id } = debit
  const maySee = usePermission('payments:read')
  const payment = useQuery({ ...paymentQuery(payment_id ?? 0), enabled: maySee && payment_id !== null })
  if (payment.isLoading)
    return (
      <Loading what="la cronologia">
        <TextSkeleton lines={3} />
      </Loading>
    )
  const later = payment.data ? timelineOf(payment.data) : []
  return <Timeline entries={[...later, ...ownEntries(debit)].map((entry, id) => ({ ...entry, id }))} />
}

function ownEntries({ created_at, notified_at, retry_of }: Debit): TimelineEntry[] {
  const planned: TimelineEntry = {
    id: 'planned',
    icon: Circle,
    tone: 'neutral',
    what: retry_of ? 'Nuovo tentativo previsto' : 'Addebito previsto',
    at: created_at,
    who: 'Saldo',
  }
  if (!notified_at) return [planned]
  return [
    {
      id: 'notified',
      icon: Clock,
      tone: 'warning',
      what: 'Preavviso inviato',
      at: notified_at,
      who: 'Saldo',
    },
    planned,
  ]
}
