import { monthsAtMost } from '@saldo/contract/reports/receipts-export'
import { addMonths } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import type { Period } from './receipts.sql.ts'

/** Throws a 400 if the period ends before it begins or is too long, and a 404 if the condominium is not visible. */
export async function askedOf(tx: Tx, { from, to, account_id }: Period) {
  if (to < from) throw badInput({ to: 'Il periodo finisce prima di cominciare.' })
  if (to >= addMonths(from, monthsAtMost))
    throw badInput({ to: `Il periodo può essere di ${monthsAtMost} mesi al massimo.` })
  return { from, to, account: account_id ? await visibleAccount(tx, account_id) : null }
}
