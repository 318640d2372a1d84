import { composeLetter } from '@saldo/domain/arrears/reminder-letter'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { DueLetter } from './due-letters.ts'

/** Letters per statement, so that it stays below PostgreSQL's limit of parameters. */
const atOnce = 100

/** Writes the letters of a run: by e-mail they are about to leave, on paper they are to be delivered. */
export async function writeLetters(
  tx: Tx,
  run_id: number,
  letters: readonly DueLetter[],
  channel: 'email' | 'paper',
): Promise<void> {
  for (let from = 0; from < letters.length; from += atOnce) {
    const some = letters.slice(from, from + atOnce)
    const written = await tx<{ reminder_id: number }[]>`
      insert into reminders ${tx(some.map((letter) => rowOf(run_id, letter, channel)))} returning reminder_id`
    await writeLines(
      tx,
      some.map((letter, place) => ({ letter, reminder_id: written[place]?.reminder_id as number })),
    )
  }
}

/** Writes a letter again as it is due now: something may have changed since it was prepared. */
export async function rewriteLetter(
  tx: Tx,
  reminder_id: number,
  letter: DueLetter,
  channel: 'email' | 'paper',
): Promise<void> {
  const { customer_id, email, postal_address } = letter.holder
  // A letter on paper bears the day on which it was written.
  const whither =
    channel === 'email'
      ? { to_address: email }
      : { to_address: postal_address, created_at: new Date().toISOString() }
  await tx`
    update reminders set ${tx({ ...whither, ...contentOf(letter) })}
    where customer_id = ${customer_id} and reminder_id = ${reminder_id}`
  await tx`delete from reminder_bills where customer_id = ${customer_id} and reminder_id = ${reminder_id}`
  await writeLines(tx, [{ letter, reminder_id }])
}

function rowOf(run_id: number, letter: DueLetter, channel: 'email' | 'paper') {
  const { customer_id, account_id, subject_id, email, postal_address } = letter.holder
  return {
    ...{ customer_id, account_id, subject_id, run_id, channel },
    state: channel === 'email' ? 'leaving' : 'to_deliver',
    to_address: channel === 'email' ? email : postal_address,
    ...contentOf(letter),
  }
}

function contentOf(letter: DueLetter) {
  const { title, text } = composeLetter(letter, letter.holder, today())
  const { level, step, form, amount } = letter
  return { level, step_name: step.name, address_form: form, amount, title, text }
}

async function writeLines(tx: Tx, written: { letter: DueLetter; reminder_id: number }[]): Promise<void> {
  const rows = written.flatMap(({ letter, reminder_id }) => {
    const { customer_id, account_id } = letter.holder
    const { lines } = composeLetter(letter, letter.holder, today())
    return letter.lines.map(({ bill, amount, level, asked, step }, place) => ({
      ...{ reminder_id, position: place + 1, customer_id, account_id, bill_id: bill.bill_id },
      ...{ due_date: bill.next_due_date, amount, level, asked },
      days: asked ? (step?.days ?? null) : null,
      note: lines[place]?.note ?? '',
    }))
  })
  for (let from = 0; from < rows.length; from += atOnce)
    await tx`insert into reminder_bills ${tx(rows.slice(from, from + atOnce))}`
}
