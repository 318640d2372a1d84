import type { Debit } from '@saldo/contract/payments/debits'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../http/errors.ts'
import { debitsList, withReason } from './debits-list.ts'

export async function debitView(tx: Tx, debit_id: number, actor: Pick<Actor, 'role'>): Promise<Debit> {
  const [debit] = await tx`
    select ${debitsList.select(tx)} from ${debitsList.from(tx)} where d.debit_id = ${debit_id}`
  if (!debit) throw notFound('Questo addebito')
  return withReason(debit, actor)
}
