import { addDays, type Day, today } from '@saldo/domain/dates'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { chargeAttempt } from '../payments/attempt/charge-attempt.ts'
import { announceDebit } from './announce-debit.ts'
import { cancelOfAutopay } from './cancel-planned-debits.ts'
import { lockDebit } from './locked-debit.ts'
import { startDebit } from './start-debit.ts'

export const moveDebit: JobHandler<'move-debit'> = (services, { debit_id }) =>
  moveDebitOn(services, debit_id, today())

/**
 * Moves a debit one step further if its day has come: sends the notice, checks that it was sent, starts the payment.
 * The transaction ends before the provider is called.
 */
export async function moveDebitOn(services: Services, debit_id: number, day: Day): Promise<void> {
  const attempt_id = await services.asSystem(async (tx) => {
    const debit = await lockDebit(tx, debit_id)
    if (!debit) return null
    if (debit.autopay_over) return cancelOfAutopay(tx, debit)
    if (debit.state === 'planned' || isOverdue(debit, day)) return announceDebit(services, tx, debit, day)
    return debit.state === 'notified' && debit.collect_on <= day ? startDebit(services, tx, debit) : null
  })
  if (attempt_id !== null) await chargeAttempt(services, attempt_id)
}

/**
 * If a debit has not started this many days after the announced day, because no server was running, another day is
 * announced.
 */
const daysOfGrace = 3
const isOverdue = ({ state, collect_on }: { state: string; collect_on: Day }, day: Day) =>
  state === 'notified' && addDays(collect_on, daysOfGrace) < day
