import * as contract from '@saldo/contract/payments/money-transfers'
import { moneyTransferRefusals } from '@saldo/domain/payments/money-transfer'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import { whyNotLeave } from './money-transfer.ts'
import { readTransfer } from './money-transfers-list.ts'

export const getMoneyTransfer = serve(contract.getMoneyTransfer, ({ tx, actor, params }) =>
  transferDetail(tx, actor, params.id),
)

/** A transfer with what its second person looks at. An office sees the transfer alone. */
export async function transferDetail(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<contract.MoneyTransferDetail> {
  const transfer = await readTransfer(tx, id)
  const why_not_reversed =
    transfer.state === 'paid'
      ? 'Un accredito arrivato non si può richiamare: il provider lo permette solo verso banche statunitensi. Se il denaro deve tornare, lo rimanda la banca del condominio.'
      : null
  if (actor.role !== 'super_user')
    return {
      ...{ ...transfer, why_not_reversed, why_not_approve: null, why_not_leave: null, why_not_free: null },
      file_takers: [],
      ...{ may_withdraw: false, may_refuse: false, iban_history: [] },
    }
  const waiting = transfer.state === 'requested'
  const [asked] = await tx<Asked[]>`
    select t.requested_by = actor_user_id() as own,
      money_transfer_free_refusal(t.money_transfer_id, actor_user_id()) as not_free,
      coalesce(money_transfer_approver_refusal(t.money_transfer_id, actor_user_id()),
        money_transfer_refusal(t.account_id, t.amount, t.money_transfer_id)) as refusal
    from money_transfers t where t.money_transfer_id = ${id}`
  const own = asked?.own ?? false
  const leaving = transfer.state === 'approved' && transfer.way === 'file'
  const not_leave = leaving ? await whyNotLeave(tx, transfer) : null
  return {
    ...{ ...transfer, why_not_reversed },
    file_takers: await fileTakers(tx, id),
    why_not_leave: not_leave?.sentence ?? null,
    why_not_free: frees.has(transfer.state) && asked?.not_free ? sentenceOf(asked.not_free) : null,
    why_not_approve: waiting && asked?.refusal ? sentenceOf(asked.refusal) : null,
    may_withdraw: waiting && own,
    may_refuse: waiting && !own,
    iban_history: await ibanHistory(tx, transfer.account_id),
  }
}

type Asked = {
  own: boolean
  refusal: string | null
  not_free: string | null
}
/** From these a file's money may become free again: cancelled, rejected, returned. */
const frees: ReadonlySet<string> = new Set(['approved', 'sent', 'paid'])
const sentenceOf = (code: string): string => moneyTransferRefusals[code] ?? code

const fileTakers = async (tx: Tx, id: number): Promise<contract.MoneyTransferDetail['file_takers']> => [
  ...(await tx<contract.MoneyTransferDetail['file_takers']>`
    select min(taken_by_name) as name, min(taken_at) as at from money_transfer_file_takings
    where money_transfer_id = ${id} group by taken_by order by min(taking_id)`),
]

const ibanHistory = async (
  tx: Tx,
  account_id: number,
): Promise<contract.MoneyTransferDetail['iban_history']> => [
  ...(await tx<contract.MoneyTransferDetail['iban_history']>`
    select masked_iban(old_iban) as old_iban, masked_iban(new_iban) as new_iban, requested_by_name, decided_by_name, state,
      coalesce(decided_at, requested_at) as at
    from iban_changes where account_id = ${account_id} order by iban_change_id desc limit 5`),
]
