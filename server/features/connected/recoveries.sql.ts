import type { Tx } from '../../db/connection.ts'
import { moved, post } from '../../ledger/ledger.ts'
import { type OwnerIds, ownerIds } from '../../ledger/owner-ids.ts'
import { postReversal, postTransfer } from '../../ledger/post-connected-money.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** Money to take back from a connected account, or to return to it. In cents. */
export type Recovery = OwnerIds & {
  recovery_id: number
  attempt_id: number
  payment_id: number
  cause: 'return' | 'dispute' | 'refund_failed'
  refund_id: number | null
  provider_account: ProviderAccount
  destination: string
  charge: string
  amount: number
  fee: number
  asking: number
  round: number
  reversed: number
  refused: number
  settled: number
  owed: number
  to_return: number
  returned: number
  checks: number
  state: 'reversing' | 'returning' | 'open' | 'closed'
  owed_since: string | null
  dunned: number
}

const recoveryRow = (tx: Tx, recovery_id: number) => tx`
  select r.*, p.subject_id, p.bill_id, t.provider_charge as charge
  from transfer_recoveries r
  join payments p on p.customer_id = r.customer_id and p.payment_id = r.payment_id
  join payment_attempts t on t.customer_id = r.customer_id and t.attempt_id = r.attempt_id
  where r.recovery_id = ${recovery_id}`

export async function readRecovery(tx: Tx, recovery_id: number): Promise<Recovery> {
  const [row] = await tx<Recovery[]>`${recoveryRow(tx, recovery_id)}`
  if (!row) throw new Error(`no recovery ${recovery_id}`)
  return row
}

/** Reads the recovery and locks it for a change. */
export async function lockRecovery(tx: Tx, recovery_id: number): Promise<Recovery> {
  const [row] = await tx<Recovery[]>`${recoveryRow(tx, recovery_id)} for update of r`
  if (!row) throw new Error(`no recovery ${recovery_id}`)
  return row
}

/**
 * The provider took `amount` back from the account. In the first round that is the requested amount; in a later round
 * it settles the office's debt. Money that arrives when none is requested any more is returned to the account.
 */
export async function applyReversal(
  tx: Tx,
  recovery: Recovery,
  reversal: { id: string; amount: number },
): Promise<void> {
  const { recovery_id } = recovery
  await postReversal(tx, ownerIds(recovery), reversal)
  const [known] = await tx`
    insert into transfer_recovery_reversals (customer_id, recovery_id, provider_object, amount)
    values (${recovery.customer_id}, ${recovery_id}, ${reversal.id}, ${reversal.amount})
    on conflict do nothing returning recovery_id`
  if (!known) return
  const asked = Math.min(recovery.asking, reversal.amount)
  await tx`
    update transfer_recoveries
    set reversed = reversed + ${reversal.amount}, asking = asking - ${asked}, to_return = to_return + ${reversal.amount - asked}
    where recovery_id = ${recovery_id}`
  recovery.asking -= asked
  recovery.reversed += reversal.amount
  recovery.to_return += reversal.amount - asked
  if (recovery.round > 1 && asked > 0)
    await settle(tx, recovery, { amount: asked, way: 'reversed', actor: 'provider' })
}

/**
 * The provider refused to take the money back. In the first round it becomes the office's debt; in a later round the
 * debt stays.
 */
export async function applyRefusal(tx: Tx, recovery: Recovery, failure_code: string): Promise<void> {
  const { recovery_id, asking, round } = recovery
  if (asking === 0) return
  const newly = round === 1 ? asking : 0
  if (newly > 0)
    await post(
      tx,
      {
        ...{ ...ownerIds(recovery), kind: 'office_debt', source: `recovery:${recovery_id}` },
        description: 'Anticipato dalla piattaforma: il conto collegato non ha capienza',
      },
      moved('office_debt', 'platform', newly),
    )
  await tx`
    update transfer_recoveries
    set asking = 0, refused = refused + ${newly}, failure_code = ${failure_code},
      owed_since = case when ${newly}::bigint > 0 then coalesce(owed_since, today()) else owed_since end
    where recovery_id = ${recovery_id}`
  recovery.asking = 0
  recovery.refused += newly
  recovery.owed += newly
}

export type Settlement = {
  amount: number
  way: 'paid' | 'offset' | 'reversed' | 'won'
  actor: string
  settled_on?: string
  reference?: string | null
  note?: string | null
  created_by?: number | null
}

/**
 * Settles part of an office's debt. If the office paid, the money left the condominium's bank; if it was offset or
 * taken back, the platform's side receives it. PostgreSQL refuses more than is owed.
 */
export async function settle(tx: Tx, recovery: Recovery, settlement: Settlement): Promise<void> {
  const { recovery_id, customer_id } = recovery
  const { amount, way, settled_on } = settlement
  const [made] = await tx`
    insert into office_debt_settlements (customer_id, recovery_id, amount, way, settled_on, reference, note, actor, created_by)
    values (${customer_id}, ${recovery_id}, ${amount}, ${way}, coalesce(${settled_on ?? null}::date, today()),
      ${settlement.reference ?? null}, ${settlement.note ?? null}, ${settlement.actor}, ${settlement.created_by ?? null})
    returning settlement_id`
  await post(
    tx,
    {
      ...{
        ...ownerIds(recovery),
        kind: 'office_debt_paid',
        source: `office_debt_settlement:${made?.settlement_id}`,
      },
      ...(settled_on ? { day: settled_on } : {}),
      description: settledText[way],
    },
    moved(way === 'paid' ? 'bank' : 'platform', 'office_debt', amount),
  )
  await tx`
    update transfer_recoveries
    set settled = settled + ${amount}, next_dun_on = case when owed = ${amount} then null else next_dun_on end
    where recovery_id = ${recovery_id}`
  recovery.settled += amount
  recovery.owed -= amount
}

const settledText = {
  paid: 'Pagato dallo studio alla piattaforma',
  offset: 'Compensato con la piattaforma',
  reversed: 'Ripreso dal conto collegato, a saldo del debito',
  won: 'Trattenuto dalla contestazione vinta, a saldo del debito',
} as const

/**
 * `amount` cents came back with a won dispute. The part that was never taken from the account need not be returned.
 * From the rest the office's open debt is kept; what remains is returned to the account.
 */
export async function applyWonDispute(tx: Tx, recovery: Recovery, amount: number): Promise<void> {
  const { recovery_id, asking, round } = recovery
  // In later rounds, the requested amount is part of the debt, which is reduced below.
  const never_taken = round === 1 ? asking : 0
  await tx`update transfer_recoveries set won = true, asking = 0 where recovery_id = ${recovery_id}`
  recovery.asking = 0
  const back = Math.max(0, amount - never_taken)
  const kept = Math.min(back, recovery.owed)
  if (kept > 0) await settle(tx, recovery, { amount: kept, way: 'won', actor: 'provider' })
  await tx`update transfer_recoveries set to_return = to_return + ${back - kept} where recovery_id = ${recovery_id}`
  recovery.to_return += back - kept
}

/**
 * The account has the money again. When a failed refund is returned completely, the platform fee is the office's cost
 * again.
 */
export async function applyReturn(
  tx: Tx,
  recovery: Recovery,
  transfer: { id: string; amount: number },
): Promise<void> {
  const { recovery_id } = recovery
  if (!(await postTransfer(tx, ownerIds(recovery), transfer))) return
  await tx`update transfer_recoveries set returned = returned + ${transfer.amount} where recovery_id = ${recovery_id}`
  recovery.returned += transfer.amount
  if (recovery.cause === 'refund_failed' && recovery.returned === recovery.to_return)
    await restoreFee(tx, recovery)
}

/** The failed refund had returned the fee. It was kept from the new transfer, so no money moves. */
async function restoreFee(tx: Tx, recovery: Recovery): Promise<void> {
  const [fee] = await tx`
    select coalesce(-sum(amount), 0)::bigint as amount from platform_fees
    where customer_id = ${recovery.customer_id} and payment_id = ${recovery.payment_id}
      and refund_id = ${recovery.refund_id} and kind = 'returned'`
  if (!fee?.amount) return
  await post(
    tx,
    {
      ...{ ...ownerIds(recovery), kind: 'application_fee', source: `recovery:${recovery.recovery_id}` },
      description: 'Commissione della piattaforma: il rimborso non è riuscito',
    },
    moved('platform', 'application_fees', fee.amount),
  )
}
