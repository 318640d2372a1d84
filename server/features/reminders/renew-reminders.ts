import * as contract from '@saldo/contract/bills/paper-letters'
import { serve } from '../../http/serve.ts'
import { lockToDeliver } from './deliver-reminders.ts'
import { dueLetters } from './due-letters.ts'
import { whyGone } from './why-gone.ts'
import { rewriteLetter } from './write-letter.ts'

/**
 * Writes letters on paper again as they are due now, as a mail is examined again before it leaves. A letter that nothing
 * is left to ask for is cancelled with the reason.
 */
export const renewReminders = serve(contract.renewReminders, async ({ tx, body }) => {
  const letters = await lockToDeliver(tx, body.ids)
  const done = { renewed: 0, discarded: 0 }
  for (const customer_id of new Set(letters.map((letter) => letter.customer_id))) {
    const own = letters.filter((letter) => letter.customer_id === customer_id)
    const due = await dueLetters(tx, customer_id, { reminder_ids: own.map(({ reminder_id }) => reminder_id) })
    for (const { reminder_id, account_id, subject_id } of own) {
      const isTheirs = (of: { account_id: number; subject_id: number }) =>
        of.account_id === account_id && of.subject_id === subject_id
      const letter = due.letters.find(({ holder }) => isTheirs(holder))
      if (letter) {
        await rewriteLetter(tx, reminder_id, letter, 'paper')
        due.letters.splice(due.letters.indexOf(letter), 1)
        done.renewed += 1
        continue
      }
      const why = await whyGone(tx, { customer_id, reminder_id }, due.left_out)
      await tx`
        update reminders set state = 'cancelled', reason = ${why}
        where customer_id = ${customer_id} and reminder_id = ${reminder_id}`
      done.discarded += 1
    }
  }
  return done
})
