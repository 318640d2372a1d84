import type { DueAmount } from '@saldo/domain/arrears/instalment-plan'
import { type BillPhase, whyNotPay } from '@saldo/domain/bills/bill'
import type { Tx } from '../../db/connection.ts'
import type { Events } from '../../events.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { requireTogether } from '../bills/money/require-together.ts'

/** A bill that a plan may include, locked until the transaction ends. Money in cents. */
export type PlannedBill = {
  bill_id: number
  customer_id: number
  account_id: number
  subject_id: number
  number: string
  phase: BillPhase
  pending: number
  residue: number
  link_version: number
}

/**
 * Locks the bills in the order of their keys, as every payer does; returns them by due date. 404 when one is not
 * visible.
 */
export async function lockPlannedBills(tx: Tx, bill_ids: readonly number[]): Promise<PlannedBill[]> {
  const ids = [...new Set(bill_ids)]
  await tx`select from bills where bill_id = any(${ids}::bigint[]) order by bill_id for update`
  const bills = await tx<PlannedBill[]>`
    select bill_id, customer_id, account_id, subject_id, number, phase, pending, residue, link_version
    from bills where bill_id = any(${ids}::bigint[]) order by next_due_date, bill_id`
  if (bills.length < ids.length) throw notFound('Una delle bollette')
  return [...bills]
}

/** 409 unless they are one person's bills of one condominium, all unpaid and without a pending payment. */
export function requirePlannable(bills: readonly PlannedBill[]): void {
  requireTogether(bills)
  for (const bill of bills) {
    const why = whyNotPay(bill)
    if (why) throw conflict('not_payable', `Bolletta ${bill.number}: ${why}`)
  }
}

/** The unpaid amounts of a bill, by due date. */
export const unsettledOf = (tx: Tx, bill_id: number) => tx<DueAmount[]>`
  select due_date, sum(amount - settled)::bigint as amount from bill_instalments
  where bill_id = ${bill_id} and settled < amount group by due_date order by due_date`

/** Those of these bills that are in a proposed or accepted plan. */
export async function plannedAmong(tx: Tx, bill_ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx<{ bill_id: number }[]>`
    select bill_id from plan_bills where bill_id = any(${[...bill_ids]}::bigint[]) and open`
  return new Set(rows.map(({ bill_id }) => bill_id))
}

/** 409 for a credit note on a bill in a plan. */
export async function requireNoPlan(tx: Tx, bill_id: number): Promise<void> {
  if ((await plannedAmong(tx, [bill_id])).size > 0) throw conflict('in_plan', inPlan('credit'))
}

/** Refuses to edit or cancel a bill in a plan. A cancelled bill is in no plan. */
export async function refuseChangesOfPlanned(
  tx: Tx,
  { bill_ids, change, refuse }: Events['bills_changing'],
): Promise<void> {
  if (change === 'reissue') return
  for (const bill_id of await plannedAmong(tx, bill_ids))
    refuse(bill_id, { code: 'in_plan', sentence: inPlan(change) })
}

const inPlan = (change: keyof typeof refusals) =>
  `Questa bolletta è in un piano di rientro: ${refusals[change]} ritira prima il piano.`

const refusals = { edit: 'per modificarla', cancel: 'per annullarla', credit: 'per fare una nota di credito' }

/** Refuses to move money away from bills in a plan: the plan would promise less than they ask. */
export async function requireNonePlanned(
  tx: Tx,
  bill_ids: readonly number[],
  act: keyof typeof moneyRefusals,
): Promise<void> {
  if (bill_ids.length > 0 && (await plannedAmong(tx, bill_ids)).size > 0)
    throw conflict(
      'in_plan',
      `Questo incasso paga una bolletta che è in un piano di rientro: ${moneyRefusals[act]} ritira prima il piano.`,
    )
}

const moneyRefusals = { refund: 'per rimborsarlo', move: 'per spostarlo', reverse: 'per stornarlo' }
