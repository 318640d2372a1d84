import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { creditRefundStateLabels, refundReferenceIn } from '@saldo/domain/payments/credit-refund'
import { closedBeyond } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import type { Explanation, MovementToExplain } from '../flows/explanation.ts'
import { executeRefund, type LockedRefund, lockRefunds, returnRefund } from './credit-refund.ts'

type Of = MovementToExplain

const refundNamedIn = ({ end_to_end_id, text }: Of): string | null =>
  refundReferenceIn(end_to_end_id ?? '') ?? refundReferenceIn(text)

/** The ids of those movements that name a refund: only these can be explained. */
export const movementsOfRefunds = async (_tx: Tx, movements: readonly Of[]): Promise<ReadonlySet<number>> =>
  new Set(movements.filter((of) => refundNamedIn(of) !== null).map(({ movement_id }) => movement_id))

/**
 * Recognises a movement that names a refund of a credit, by its end-to-end id, or by that id in the text if the bank states
 * no ids. Such a movement is the transfer that gave the credit back, or that transfer coming back. If something does not fit
 * (another amount, a refund that was cancelled here, a second execution), the answer is to ask a person. Null: it names no refund. The same
 * movement again gives the same answer and changes nothing.
 */
export async function explainMovement(services: Services, tx: Tx, of: Of): Promise<Explanation | null> {
  const reference = refundNamedIn(of)
  if (reference === null) return null
  const [found] = await tx<{ credit_refund_id: number; flow_id: number | null }[]>`
    select r.credit_refund_id, o.flow_id from credit_refunds r
    left join transfer_orders o on o.customer_id = r.customer_id and o.order_id = r.order_id
    where r.customer_id = ${of.customer_id} and r.account_id = ${of.account_id} and r.end_to_end_id = ${reference}`
  if (!found) return null
  const [refund] = (await lockRefunds(tx, [found.credit_refund_id])) as [LockedRefund]
  const said = (kind: Explanation['kind'], reason: string) => ({
    ...{ kind, reason, flow_id: found.flow_id, payment_ids: [] },
  })
  const wrong = await whyNotClear(tx, of, refund)
  if (wrong) return said('ask', wrong)
  if (of.amount < 0) {
    await applyExecution(services, tx, of, refund)
    return said('flow', `Restituzione ${reference} a ${refund.beneficiary}: riferimento e importo tornano.`)
  }
  if (refund.state === 'executed')
    await returnRefund(tx, refund, {
      ...{ day: of.booked_on, by: told(of), actor: 'banca', code: of.return_reason },
    })
  else await say(tx, refund, { returned_by: told(of) })
  return said(
    'return',
    `Il bonifico della restituzione ${reference} è tornato indietro: il denaro è di nuovo a credito.`,
  )
}

const told = ({ movement_id }: Of) => `movement:${movement_id}`

async function applyExecution(services: Services, tx: Tx, of: Of, refund: LockedRefund): Promise<void> {
  if (refund.state === 'ordered')
    await executeRefund(services, tx, refund, { day: of.booked_on, by: told(of), actor: 'banca' })
  else await say(tx, refund, { executed_by: told(of) })
}

/** Remembers the movement that confirms what was recorded by hand. */
const say = (tx: Tx, { credit_refund_id }: LockedRefund, by: Record<string, string>) => tx`
  update credit_refunds set ${tx(by)} where credit_refund_id = ${credit_refund_id}`

/** Why a person must look at it, as a sentence; null if it is beyond doubt. */
async function whyNotClear(tx: Tx, of: Of, refund: LockedRefund): Promise<string | null> {
  const { state, amount, end_to_end_id } = refund
  if (Math.abs(of.amount) !== amount)
    return `Nomina la restituzione ${end_to_end_id}, ma quella è di ${formatEuro(amount)}: controlla.`
  const out = of.amount < 0
  const by = out ? refund.executed_by : refund.returned_by
  const fits = out ? state === 'ordered' : state === 'executed'
  const known = out ? state === 'executed' || state === 'returned' : state === 'returned'
  if (known && (by === told(of) || by === 'hand')) return null
  if (known)
    return out
      ? `La restituzione ${end_to_end_id} risulta già eseguita con un altro movimento: chiedi alla banca se l’ha pagata due volte.`
      : `Il bonifico della restituzione ${end_to_end_id} risulta già tornato indietro con un altro movimento: controlla.`
  if (!fits)
    return `Nomina la restituzione ${end_to_end_id}, che qui è nello stato «${creditRefundStateLabels[state]}»: chiedi alla banca che cosa ha fatto.`
  const closed_to = await closedBeyond(tx, of, of.booked_on)
  return closed_to === null
    ? null
    : `Il ${formatDate(of.booked_on)} è in un periodo chiuso (fino al ${formatDate(closed_to)}): la restituzione ${end_to_end_id} non è stata registrata.`
}
