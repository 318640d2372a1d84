import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { countReasons, dueLetters, type LeftOutBill, leftOut } from './due-letters.ts'
import { mailLetter } from './mail-letter.ts'
import { countLeftOut, prepareRun } from './prepare-run.ts'
import { whyGone } from './why-gone.ts'

/** Letters per transaction: a crash loses at most the work on these, and no letter is sent twice. */
const batch = 50

/**
 * Sends the letters of a run, as the person who started it (at night: the customer). Each is examined again when its turn
 * comes. After a crash the job continues with the letters that have not left.
 */
export const sendReminders: JobHandler<'send-reminders'> = async (services, { run_id }) => {
  const run = await services.asSystem((tx) => begin(services, tx, run_id))
  if (!run) return
  const { customer_id, created_by: user_id, impersonation_id } = run
  const who = { customer_id, user_id, impersonation_id }
  if (run.night !== null) await services.asCustomer(who, (tx) => prepareNight(tx, run_id))
  while (await services.asCustomer(who, (tx) => aBatch(services, tx, run_id)));
}

type Begun = {
  customer_id: number
  created_by: number | null
  impersonation_id: number | null
  night: string | null
}

/** From here on a run cannot be cancelled. Null when it was cancelled or is finished, or its time has not come. */
async function begin(services: Services, tx: Tx, run_id: number): Promise<Begun | null> {
  const [run] = await tx<(Begun & { state: string; wait: number })[]>`
    select customer_id, created_by, impersonation_id, night, state, ceil(extract(epoch from leaves_at - now()))::int as wait
    from reminder_runs where run_id = ${run_id} for update`
  if (run?.state === 'running') return run
  if (run?.state !== 'waiting') return null
  if (run.wait > 0) {
    await services.queue.enqueue(tx, 'send-reminders', { run_id }, { after_seconds: run.wait })
    return null
  }
  await tx`update reminder_runs set state = 'running' where run_id = ${run_id}`
  return run
}

/** At night nobody has prepared the letters. Once is enough: after a crash they are there. */
async function prepareNight(tx: Tx, run_id: number): Promise<void> {
  const [run] = await tx`
    select account_id from reminder_runs r where run_id = ${run_id}
      and not exists (select from reminders l where l.customer_id = r.customer_id and l.run_id = r.run_id)`
  if (run) await prepareRun(tx, run_id, { account_id: run.account_id }, 'email')
}

/** False when the run is finished, or the person who started it may no longer see it. */
async function aBatch(services: Services, tx: Tx, run_id: number): Promise<boolean> {
  const [run] = await tx`
    select customer_id, state, left_out from reminder_runs where run_id = ${run_id} for update`
  if (run?.state !== 'running') return false
  const letters = await tx<{ reminder_id: number; account_id: number; subject_id: number }[]>`
    select reminder_id, account_id, subject_id from reminders
    where customer_id = ${run.customer_id} and run_id = ${run_id} and state = 'leaving'
    order by reminder_id limit ${batch} for update`
  if (letters.length === 0) return finish(tx, run_id)
  const reminder_ids = letters.map(({ reminder_id }) => reminder_id)
  const due = await dueLetters(tx, run.customer_id, { reminder_ids })
  const actor = await actorName(tx)
  let sent = 0
  const left_out: LeftOutBill[] = []
  for (const { reminder_id, account_id, subject_id } of letters) {
    const isTheirs = (of: { account_id: number; subject_id: number }) =>
      of.account_id === account_id && of.subject_id === subject_id
    const letter = due.letters.find(({ holder }) => isTheirs(holder))
    if (letter && letter.no_email === null) {
      await mailLetter(services, tx, reminder_id, letter, actor)
      sent += 1
      due.letters.splice(due.letters.indexOf(letter), 1)
    } else {
      const why = letter?.no_email
        ? leftOut(letter, letter.no_email)
        : due.left_out.filter(({ bill }) => isTheirs(bill))
      const reason =
        letter?.no_email ?? (await whyGone(tx, { customer_id: run.customer_id, reminder_id }, due.left_out))
      await tx`
        update reminders set state = 'cancelled', reason = ${reason}
        where customer_id = ${run.customer_id} and reminder_id = ${reminder_id}`
      left_out.push(...why)
    }
  }
  await countLeftOut(tx, run_id, run.left_out, countReasons(left_out))
  await tx`update reminder_runs set sent = sent + ${sent} where run_id = ${run_id}`
  return true
}

/** One line of the audit log describes the run; the reminders table lists each letter. */
async function finish(tx: Tx, run_id: number): Promise<false> {
  const [done] = await tx<{ customer_id: number; account_id: number | null; sent: number }[]>`
    update reminder_runs set state = 'done', finished_at = now() where run_id = ${run_id}
    returning customer_id, account_id, sent`
  if (done && done.sent > 0) {
    const { sent, ...of } = done
    await recordAudit(tx, { ...of, noun: 'reminders', record_id: run_id, act: 'sent', after: { sent } })
  }
  return false
}
