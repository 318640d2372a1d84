import { addDays } from '@saldo/domain/dates'
import Stripe from 'stripe'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { match } from './match.sql.ts'
import { notifyUnexplained } from './notify-unexplained.ts'
import { readMovements, readMovementsOf } from './read-movements.ts'

/** At most so many objects that the provider's day does not show are polled one by one. */
const asksAtMost = 200

/** Compares the books for a run's days. After a crash it starts again: reading and comparing are idempotent. */
export const runReconciliation: JobHandler<'run-reconciliation'> = async (services, { run_id }) => {
  const { configured } = services.providers
  const [run] = await services.asSystem(
    (tx) => tx<{ from_day: string; to_day: string }[]>`
      update reconciliation_runs
      set state = 'running', started_at = now(), done = 0, total = (to_day - from_day + 1) * ${configured.length}
      where run_id = ${run_id} and state in ('queued', 'running')
      returning from_day, to_day`,
  )
  if (!run) return
  try {
    // Newest first: that is what people look at.
    for (let day = run.to_day; day >= run.from_day; day = addDays(day, -1))
      for (const provider_account of configured) {
        await compareDay(services, provider_account, day)
        await services.asSystem(
          (tx) => tx`update reconciliation_runs set done = done + 1 where run_id = ${run_id}`,
        )
      }
    await end(services, run_id, 'done', null)
  } catch (error) {
    services.log.error({ err: error, run_id }, 'reconciliation failed')
    const silent = error instanceof Stripe.errors.StripeError
    await end(
      services,
      run_id,
      'failed',
      silent
        ? 'Il provider non ha risposto fino in fondo: i giorni già confrontati restano, riprova più tardi.'
        : 'Il confronto si è fermato per un errore nostro: i giorni già confrontati restano.',
    )
  }
}

/** Compares one day of one provider account: reads the provider's book, compares, and polls what it did not show. */
export async function compareDay(
  services: Services,
  provider_account: ProviderAccount,
  day: string,
): Promise<void> {
  await readMovements(services, provider_account, day)
  await services.asSystem((tx) => match(tx, { provider_account, day }))
  for (const { payment_intent, ...payment } of await paymentsOnOtherDays(services, provider_account, day)) {
    await readMovementsOf(services, provider_account, payment_intent)
    await services.asSystem((tx) => match(tx, { provider_account, ...payment }))
  }
}

type PaymentOnOtherDay = { customer_id: number; payment_id: number; payment_intent: string }

/** Objects that the provider booked on another day: a movement from before midnight that we heard of after it. */
const paymentsOnOtherDays = (
  services: Services,
  provider_account: ProviderAccount,
  day: string,
): Promise<PaymentOnOtherDay[]> =>
  services.asSystem(
    (tx) => tx<PaymentOnOtherDay[]>`
      select distinct i.customer_id, i.payment_id, t.provider_object as payment_intent from reconciliation_items i
      join payment_attempts t on t.customer_id = i.customer_id and t.payment_id = i.payment_id
      where i.provider_account = ${provider_account} and i.day = ${day} and i.state = 'open'
        and i.kind in ('not_there', 'amount_differs', 'ledger_duplicate', 'fee_differs')
        and t.provider_account = ${provider_account} and t.provider_object is not null
      limit ${asksAtMost}`,
  )

async function end(services: Services, run_id: number, state: 'done' | 'failed', failure: string | null) {
  await services.asSystem(async (tx) => {
    const [run] = await tx`
      update reconciliation_runs set state = ${state}, failure = ${failure}, finished_at = now() where run_id = ${run_id}
      returning started_by`
    // The person who started it watches the result, so no message is sent.
    if (state === 'done' && run?.started_by !== 'person') await notifyUnexplained(services, tx)
  })
}
