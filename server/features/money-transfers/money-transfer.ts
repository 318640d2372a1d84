import {
  type MoneyTransferState,
  type MoneyTransferWay,
  moneyTransferRefusals,
} from '@saldo/domain/payments/money-transfer'
import postgres from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** A transfer with what its acts need; IBANs are whole and never sent to a client. In cents. */
export type StoredTransfer = {
  money_transfer_id: number
  customer_id: number
  account_id: number
  way: MoneyTransferWay
  provider_account: ProviderAccount
  destination: string | null
  amount: number
  iban: string
  beneficiary: string
  payer_name: string | null
  payer_iban: string | null
  reason: string
  state: MoneyTransferState
  reference: string
  requested_by: number
  approved_at: string | null
  asked_at: string | null
  provider_object: string | null
  file_taken_at: string | null
  sent_on: string | null
}

/** Locks the transfer; 404 when it is not visible. */
export async function lockTransfer(tx: Tx, money_transfer_id: number): Promise<StoredTransfer> {
  await tx`select from money_transfers where money_transfer_id = ${money_transfer_id} for update`
  const [row] = await tx<StoredTransfer[]>`
    select t.money_transfer_id, t.customer_id, t.account_id, t.way, t.provider_account, t.destination, t.amount, t.iban,
      t.beneficiary, t.payer_name, t.payer_iban, t.reason, t.state, t.reference, t.requested_by, a.approved_at, t.asked_at,
      t.provider_object, t.file_taken_at, t.sent_on
    from money_transfers t
    left join money_transfer_approvals a on a.money_transfer_id = t.money_transfer_id
    where t.money_transfer_id = ${money_transfer_id}`
  if (!row) throw notFound('Lo spostamento')
  return row
}

/** Runs a change; where PostgreSQL refuses it by a rule of transfers, the refusal is a 409 with its sentence. */
export async function orRefused<Result>(change: PromiseLike<Result>): Promise<Result> {
  try {
    return await change
  } catch (error) {
    const code = error instanceof postgres.PostgresError ? codeOf(error.constraint_name) : null
    if (code === null) throw error
    throw refused(code)
  }
}

/** The code by which a constraint's refusal is known; null if it is none of ours. */
function codeOf(constraint: string | undefined): string | null {
  if (constraint === 'approved_by_another_person') return constraint
  if (constraint === 'money_transfer_approvals_pkey') return 'moves_forward'
  const code = constraint?.startsWith('money_transfer_') ? constraint.slice('money_transfer_'.length) : ''
  return code in moneyTransferRefusals ? code : null
}

/** The 409 of a refusal; at the amount's field if the amount is too much. */
export function refused(code: string) {
  const sentence = moneyTransferRefusals[code] ?? 'Questo spostamento non è possibile.'
  const ofAmount = ['more_than_movable', 'office_limit', 'day_limit'].includes(code)
  return conflict(code, sentence, ofAmount ? { amount: sentence } : undefined)
}

/** Why an approved transfer must not leave by its file now, as a sentence with what to do next; null if it may. */
export async function whyNotLeave(
  tx: Tx,
  {
    money_transfer_id,
    account_id,
    amount,
  }: Pick<StoredTransfer, 'money_transfer_id' | 'account_id' | 'amount'>,
): Promise<{ code: string; sentence: string } | null> {
  const [row] = await tx<{ code: string | null }[]>`
    select money_transfer_refusal(${account_id}, ${amount}, ${money_transfer_id}) as code`
  if (!row?.code) return null
  const sentence = `${moneyTransferRefusals[row.code]} Annulla lo spostamento e, se serve ancora, chiedilo di nuovo.`
  return { code: row.code, sentence }
}
