import * as contract from '@saldo/contract/registry/accounts'
import { formatEuro } from '@saldo/domain/money'
import postgres from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { type VisibleAccount, visibleAccount } from './visible-account.ts'

export const deleteAccount = serve(contract.deleteAccount, async ({ tx, params: { id } }) => {
  const account = await visibleAccount(tx, id, true)
  await refuseOpenMoney(tx, account)
  return { account_id: id, outcome: await eraseOrClose(tx, id) }
})

type Open = { kind: keyof typeof reasons; number: number; amount: number }

async function refuseOpenMoney(tx: Tx, { customer_id, account_id }: VisibleAccount): Promise<void> {
  const open = await tx<Open[]>`select * from account_open_money(${customer_id}, ${account_id})`
  if (open.length === 0) return
  throw conflict(
    'money_is_open',
    'Questo condominio non si può togliere finché ha conti aperti.',
    Object.fromEntries(open.map((each) => [each.kind, reasons[each.kind](each)])),
  )
}

const several = (number: number, one: string, many: string) =>
  number === 1 ? `Una ${one}` : `${number} ${many}`
const reasons = {
  bills: ({ number, amount }: Open) =>
    `${several(number, 'bolletta', 'bollette')} ancora da incassare: ${formatEuro(amount)}.`,
  payments: ({ number, amount }: Open) =>
    `${several(number, 'transazione', 'transazioni')} in corso: ${formatEuro(amount)}.`,
  debits: ({ number, amount }: Open) =>
    `Addebiti previsti: ${number}, in tutto ${formatEuro(amount)}. Annullali, oppure aspettali.`,
  credits: ({ amount }: Open) => `${formatEuro(amount)} pagati in più, da restituire o da usare.`,
  refunds: ({ number, amount }: Open) => `Rimborsi in corso: ${number}, in tutto ${formatEuro(amount)}.`,
  disputes: ({ number, amount }: Open) =>
    `${several(number, 'contestazione', 'contestazioni')} da decidere: ${formatEuro(amount)}.`,
  iban_changes: () => 'Un cambio di IBAN aspetta conferma: confermalo o ritiralo.',
}

/** Deletes the condominium if nothing refers to it; else closes it, so that its history stays. */
async function eraseOrClose(tx: Tx, account_id: number): Promise<'erased' | 'closed'> {
  await tx`savepoint erasing`
  try {
    await tx`delete from accounts where account_id = ${account_id}`
    return 'erased'
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== '23503') throw error
    await tx`rollback to savepoint erasing`
  }
  await tx`
    update accounts set state = 'closed', closed_at = now(), updated_at = now() where account_id = ${account_id}`
  return 'closed'
}
