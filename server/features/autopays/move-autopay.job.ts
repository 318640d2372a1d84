import { addDays, type Day, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import {
  type AutopayPauseReason,
  type AutopayState,
  autopayFailuresAllowed,
  autopayPlansDaysAhead,
  autopayTakes,
} from '@saldo/domain/payments/autopay'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { autopayUrl } from '../../links/autopay-url.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { insertDebit } from '../debits/insert-debit.ts'
import { pause, resume } from './change-autopay.ts'
import { toPlan } from './coverable.ts'
import { tellEnd } from './tell-end.ts'
import { tellOverCap } from './tell-over-cap.ts'

export const moveAutopay: JobHandler<'move-autopay'> = (services, { autopay_id }) =>
  moveAutopayOn(services, autopay_id, today())

export type LockedAutopay = {
  autopay_id: number
  customer_id: number
  account_id: number
  subject_id: number
  source_id: number
  cap: number | null
  starts_on: Day
  state: AutopayState
  pause_reason: AutopayPauseReason | null
  paused_until: Day | null
  resumed_at: string
  email: string
  usable: boolean
}

/**
 * Resumes an autopay whose day has come, pauses one that may not go on, and plans the debits of what it covers, which then
 * go the way of all planned debits; tells the payer of an end that they did not choose. The order of locks is autopay, bills, debits: whoever has locked a bill leaves the
 * autopay to this job.
 */
export const moveAutopayOn = (services: Services, autopay_id: number, day: Day): Promise<void> =>
  services.asSystem(async (tx) => {
    const autopay = await lock(tx, autopay_id)
    if (!autopay) return
    if (autopay.state === 'revoked') return tellEnd(services, tx, autopay_id)
    if (autopay.state === 'paused' && !(autopay.paused_until && autopay.paused_until <= day)) return
    if (autopay.state === 'paused') await resume(tx, autopay_id)
    const why = await whyPause(tx, autopay)
    if (why) return stop(services, tx, autopay, why)
    await plan(services, tx, autopay, day)
  })

async function lock(tx: Tx, autopay_id: number): Promise<LockedAutopay | null> {
  const [autopay] = await tx<LockedAutopay[]>`
    select p.autopay_id, p.customer_id, p.account_id, p.subject_id, p.source_id, p.cap, p.starts_on, p.state, p.pause_reason,
      p.paused_until, p.resumed_at, o.email,
      o.state = 'active' and exists (select from mandates m
        where m.customer_id = o.customer_id and m.source_id = o.source_id and m.state = 'active') as usable
    from autopays p join payment_sources o on o.customer_id = p.customer_id and o.source_id = p.source_id
    where p.autopay_id = ${autopay_id} for no key update of p`
  return autopay ?? null
}

async function whyPause(
  tx: Tx,
  { autopay_id, resumed_at, usable }: LockedAutopay,
): Promise<'source' | 'failures' | null> {
  if (!usable) return 'source'
  const last = await tx<{ state: string }[]>`
    select state from debits
    where autopay_id = ${autopay_id} and state in ('done', 'failed') and updated_at > ${resumed_at}
    order by updated_at desc, debit_id desc limit ${autopayFailuresAllowed}`
  return last.length === autopayFailuresAllowed && last.every(({ state }) => state === 'failed')
    ? 'failures'
    : null
}

const reasons = {
  source: 'Il metodo di pagamento non si può più usare.',
  failures: 'Due addebiti di seguito non sono riusciti.',
}

async function stop(services: Services, tx: Tx, autopay: LockedAutopay, reason: 'source' | 'failures') {
  const { autopay_id, customer_id, account_id, email } = autopay
  await pause(tx, autopay_id, { reason, until: null, actor: 'sistema' })
  if (!email) return
  const [account] = await tx`select name from accounts where account_id = ${account_id}`
  await queueEmail(services, tx, {
    template: 'autopay-paused',
    to: email,
    customer_id,
    bill_id: null,
    dedupe_key: `autopay-paused:${autopay_id}:${autopay.resumed_at}`,
    values: {
      account_name: account?.name,
      reason: reasons[reason],
      url: await autopayUrl(services, tx, { customer_id, autopay_id }),
    },
  })
}

async function plan(services: Services, tx: Tx, autopay: LockedAutopay, day: Day): Promise<void> {
  const soon = () => toPlan(tx, autopay.autopay_id, addDays(day, autopayPlansDaysAhead))
  const ids = (await soon()).map(({ bill_id }) => bill_id)
  if (ids.length === 0) return
  await tx`select from bills where bill_id = any (${ids}::bigint[]) order by bill_id for update`
  // Read again: the bills are locked now, so nobody pays or plans meanwhile.
  const covered = (await soon()).filter((each) => ids.includes(each.bill_id))
  for (const {
    bill_id,
    bill_number,
    instalment_id,
    still_due,
    due_date,
    collect_on,
    over_cap,
  } of autopayTakes(autopay, covered, day)) {
    if (over_cap) {
      await tellOverCap(services, tx, autopay, { bill_id, bill_number, instalment_id, still_due, due_date })
      continue
    }
    const { customer_id, account_id, subject_id, source_id, autopay_id } = autopay
    await insertDebit(services, tx, {
      ...{ customer_id, account_id, bill_id, subject_id, source_id, autopay_id, created_by: null },
      ...{ instalment_ids: [instalment_id], amount: still_due, collect_on },
      says: `Addebito automatico di ${formatEuro(still_due)}`,
      actor: 'sistema',
    })
  }
}
