import { Circle, DataTransferBoth, MailOut, ShieldAlert, ShieldCheck, Undo, XmarkCircle } from 'iconoir-react'
import { billStates, paymentStates, type Tone } from '../../ui/data/states.ts'
import type { TimelineEntry } from '../../ui/data/Timeline.tsx'
import type { IconShape } from '../../ui/icons/Icon.tsx'
import type { PaymentDetail } from './payment-query.ts'

type Look = { icon: IconShape; tone: Tone; what?: string }

/**
 * Kinds that are states use their icon and colour; the text of some is only a reason, so they need a name before it.
 */
const looks: Record<string, Look> = {
  ...paymentStates,
  failed: { ...paymentStates.failed, what: 'Pagamento non riuscito' },
  returned: { ...billStates.returned, what: 'Addebito insoluto' },
  receipt: { icon: MailOut, tone: 'success' },
  refund_started: { icon: Undo, tone: 'neutral' },
  refund_pending: { icon: Undo, tone: 'info' },
  refund_failed: { icon: XmarkCircle, tone: 'danger' },
  dispute_answered: { icon: ShieldAlert, tone: 'info' },
  dispute_won: { icon: ShieldCheck, tone: 'success' },
  replaced: { icon: DataTransferBoth, tone: 'neutral' },
  reallocated: { icon: DataTransferBoth, tone: 'neutral' },
}

/** The timeline of a payment, newest first. */
export function timelineOf({ timeline }: Pick<PaymentDetail, 'timeline'>): TimelineEntry[] {
  return timeline
    .map(({ at, kind, text, actor }, place) => {
      const look = looks[kind] ?? { icon: Circle, tone: 'neutral' as const }
      const [before = '', after] = text.split(/: (.*)/s)
      return {
        id: place,
        icon: look.icon,
        tone: look.tone,
        what: look.what ?? before,
        detail: look.what ? text : after,
        at,
        who: actor,
      }
    })
    .reverse()
}
