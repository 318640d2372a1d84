import { addDays, type Day, nextTargetDay } from '@saldo/domain/dates'
import { makeCreditorId } from '@saldo/domain/sepa/creditor-id'
import { dice as diceOf } from '../generate/seeded-random.ts'
import type { Administrator } from './administrator.ts'
import { debitAnswer, type NoticeEnd, presentedOrder } from './bank-answers.ts'
import { debitOrder } from './debit-order.ts'
import { anIban } from './demo-movements.ts'
import { noticeAnswers } from './notice-answers.ts'
import type { Collecting, OpenBill } from './open-bills.ts'
import { type StatedMovement, stated } from './stated.ts'

/** The day on which banks collected what the office's earlier program had presented. */
const collectedOn = (day: Day): Day => nextTargetDay(addDays(day, -6))

/**
 * Debits that another program presented: the bank rejects the first for lack of funds and collects the others, the last of
 * which comes back. Returns what the statement says of them.
 */
export async function pastDebits(
  office: Administrator,
  { account_id, name, iban, fiscal_code }: Collecting,
  bills: readonly OpenBill[],
  day: Day,
): Promise<StatedMovement[]> {
  const dice = diceOf(1500 + account_id)
  const created_on = addDays(day, -8)
  const collect_on = collectedOn(day)
  const stamp = collect_on.replaceAll('-', '')
  const block_id = `SDD-${account_id}-${stamp}-RCUR`
  // One mandate, of one account, for each holder, also of two bills.
  const ibans = new Map(bills.map(({ subject_id }) => [subject_id, anIban(dice)]))
  const xml = debitOrder({
    ...{ message_id: `SDD-${account_id}-${stamp}`, block_id, created_on, collect_on },
    creditor: { name, iban, id: makeCreditorId(fiscal_code) },
    debits: bills.map(({ number, amount, holder, subject_id }, at) => ({
      ...{ end_to_end_id: `${account_id}-${number.replace('/', '-')}`, bill_number: number, amount },
      ...{
        mandate_reference: `UMR-${account_id}-${String(subject_id).padStart(6, '0')}`,
        signed_on: addDays(created_on, -300 - at),
      },
      ...{ debtor: holder, iban: ibans.get(subject_id) as string },
    })),
  })
  await office.load(`sdd-${stamp}.xml`, xml)
  const order = presentedOrder(xml)
  const debits = order.blocks.flatMap((block) => block.debits)
  const [rejected, ...collected] = debits
  if (!rejected) return []
  const answer = debitAnswer(
    `STS-${stamp}-${account_id}`,
    addDays(day, -7),
    order,
    new Map([[rejected.end_to_end_id, 'AM04']]),
  )
  await office.load(`esiti-sdd-${stamp}.xml`, answer)
  const back = collected.at(-1)
  const amount = collected.reduce((sum, debit) => sum + debit.amount, 0)
  return [
    ...(amount > 0
      ? [stated({ reference: '', kind: 'batch', booked_on: collect_on, amount, batch_reference: block_id })]
      : []),
    ...(back
      ? [
          stated({
            ...{ reference: '', kind: 'return', booked_on: addDays(day, -1), amount: -back.amount },
            ...{ end_to_end_id: back.end_to_end_id, mandate_reference: back.mandate_reference },
            ...{ return_reason: 'MD06', party_name: back.debtor },
          }),
          stated({
            reference: '',
            kind: 'own',
            booked_on: addDays(day, -1),
            amount: -350,
            text: 'COMMISSIONE INSOLUTO SDD',
          }),
        ]
      : []),
  ]
}

/** How the notices of the earlier program ended, in this order. */
const ends: readonly NoticeEnd[] = ['paid', 'paid', 'paid', 'unpaid', 'paid', 'expired']

/** Notices that another program ordered, with their outcomes. Returns the credit of those that were paid. */
export async function pastNotices(
  office: Administrator,
  { account_id, name, iban, fiscal_code }: Collecting,
  bills: readonly OpenBill[],
  day: Day,
): Promise<StatedMovement[]> {
  const paid_on = addDays(day, -5)
  const told_on = addDays(day, -4)
  const stamp = told_on.replaceAll('-', '')
  const notices = bills.map(({ number, amount, holder, due_date, fiscal_code: debtor_code }, at) => ({
    ...{ creditor_number: number.replace('/', ''), amount, due_on: due_date, paid_on },
    ...{ debtor: { name: holder, fiscal_code: debtor_code }, end: ends[at % ends.length] as NoticeEnd },
  }))
  const file = `MAV-${account_id}-${stamp}`
  const content = noticeAnswers({
    ...{ name: file, day: told_on, account: { iban, name, fiscal_code }, notices },
  })
  await office.load(`esiti-mav-${stamp}.txt`, content)
  const paid = notices.filter(({ end }) => end === 'paid')
  const amount = paid.reduce((sum, notice) => sum + notice.amount, 0)
  return amount > 0
    ? [
        stated({
          reference: '',
          kind: 'batch',
          booked_on: addDays(day, -3),
          amount,
          text: 'ACCREDITO MAV INCASSATI',
        }),
      ]
    : []
}
