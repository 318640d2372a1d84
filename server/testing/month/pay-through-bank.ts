import {
  debitAnswer,
  type NoticeEnd,
  noticeOutcomes,
  type PresentedOrder,
  presentedOrder,
} from '../../features/demo/collections/bank-answers.ts'
import { dice as diceOf } from '../../features/demo/generate/seeded-random.ts'
import { runJobs } from '../../jobs/worker.ts'
import { sendFile } from '../send-file.ts'
import { type Month, type MonthMovement, movementOf } from './month.ts'
import type { Office } from './office.ts'
import { returnedShare } from './pay-through-provider.ts'

type Presented = { building: number; order: PresentedOrder }

/** Records a mandate on paper for every holder who is debited by file, then presents a run of each condominium. */
export async function presentDebits(office: Office, month: Month): Promise<Presented[]> {
  const presented: Presented[] = []
  for (const [building, account_id] of office.account_ids.entries()) {
    const bills = month.bills.flatMap((bill, index) =>
      bill.building === building && bill.way === 'file_debit'
        ? [{ ...bill, bill_id: office.bill_ids[index] }]
        : [],
    )
    if (bills.length === 0) continue
    await office.send('POST', `/v1/debit-setup/${account_id}`, { creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8' })
    for (const resident of new Set(bills.map((bill) => bill.resident))) {
      const { name, iban } = month.residents[resident] as Month['residents'][number]
      const { mandate_id } = await office.send<{ mandate_id: number }>('POST', '/v1/mandates', {
        ...{
          account_id,
          subject_id: office.subject_ids[resident],
          iban,
          debtor_name: name,
          signed_on: '2026-01-10',
        },
      })
      const scan = await sendFile(office.test, {
        ...{
          method: 'PUT',
          url: `/v1/mandates/${mandate_id}/scan`,
          headers: office.headers,
          name: 'mandato.pdf',
        },
        file: Buffer.from('%PDF-1.4 firmato'),
      })
      if (scan.status !== 200) throw new Error(`scan of mandate ${mandate_id}: ${scan.status}`)
    }
    const { run_id } = await office.send<{ run_id: number }>('POST', '/v1/debit-runs', {
      ...{ account_id, bill_ids: bills.map(({ bill_id }) => bill_id), due_to: '2199-01-01' },
    })
    await runJobs(office.test.services)
    const { flow_id } = await office.send<{ flow_id: number }>('POST', `/v1/debit-runs/${run_id}/present`)
    presented.push({ building, order: presentedOrder(await office.file(flow_id)) })
  }
  return presented
}

/**
 * What the bank does with the debits: one return in two is a rejection that it tells at once (pain.002), the others come back
 * by the statement. Returns the movements, of which the returns come later, and how many come back in all.
 */
export async function answerDebits(office: Office, month: Month, presented: readonly Presented[]) {
  const dice = diceOf(month.seed + 1)
  const movements: MonthMovement[] = []
  let back = 0
  for (const { building, order } of presented) {
    const rejected = new Map<string, string>()
    const returned = new Map<string, string>()
    for (const { end_to_end_id } of order.blocks.flatMap(({ debits }) => debits)) {
      if (!dice.chance(returnedShare)) continue
      if (dice.chance(0.5)) rejected.set(end_to_end_id, dice.pick(['AC01', 'AM04', 'MD01']))
      else returned.set(end_to_end_id, dice.pick(['AM04', 'MD06', 'AC04', 'MS03']))
    }
    back += rejected.size + returned.size
    await office.load(`esiti-${building}.xml`, debitAnswer(`STS-${building}`, month.day, order, rejected))
    const of = { building, booked_on: month.day, group: 'right' as const, truth: null }
    for (const { block_id, debits } of order.blocks) {
      const settled = debits.filter(({ end_to_end_id }) => !rejected.has(end_to_end_id))
      const amount = settled.reduce((sum, debit) => sum + debit.amount, 0)
      const reference = `D${building}-${block_id}`
      if (amount > 0)
        movements.push({
          ...movementOf({ ...of, amount, kind: 'batch', what: 'sum of debits', batch_reference: block_id }),
          reference,
        })
      for (const debit of settled.filter(({ end_to_end_id }) => returned.has(end_to_end_id)))
        movements.push({
          ...movementOf({
            ...{ ...of, amount: -debit.amount, kind: 'return', what: 'debit that came back' },
            ...{ end_to_end_id: debit.end_to_end_id, mandate_reference: debit.mandate_reference },
            ...{ return_reason: returned.get(debit.end_to_end_id) ?? null, party_name: debit.debtor },
          }),
          reference: `R${debit.end_to_end_id}`,
        })
    }
  }
  return { movements, back }
}

/** Orders the notices of each condominium, loads their outcomes, and returns the movements by which the bank credits them. */
export async function payNotices(office: Office, month: Month): Promise<MonthMovement[]> {
  const dice = diceOf(month.seed + 2)
  const movements: MonthMovement[] = []
  for (const [building, account_id] of office.account_ids.entries()) {
    const bill_ids = month.bills.flatMap((bill, index) =>
      bill.building === building && bill.way === 'mav' ? [office.bill_ids[index] as number] : [],
    )
    if (bill_ids.length === 0) continue
    await office.send('PUT', `/v1/notices/settings/${account_id}`, { sia: 'A1B2C' })
    const { flows } = await office.send<{ flows: { flow_id: number }[] }>('POST', '/v1/notices', {
      ...{
        bill_ids,
        due_on: month.bills
          .map(({ due_date }) => due_date)
          .sort()
          .at(-1),
      },
    })
    for (const { flow_id } of flows) {
      const ends = new Map<string, NoticeEnd>()
      const order = await office.file(flow_id)
      const end = (number: string): NoticeEnd => {
        const decided = ends.get(number) ?? dice.weighted({ paid: 88, expired: 8, unpaid: 4 })
        ends.set(number, decided)
        return decided
      }
      const outcomes = noticeOutcomes(order, `ESITI-${building}`, month.day, end)
      await office.load(`esiti-mav-${building}.txt`, outcomes)
      const amount = outcomes
        .toString('latin1')
        .split('\r\n')
        .filter((line) => line.startsWith(' 14') && line.slice(28, 33) === '07000')
        .reduce((sum, line) => sum + Number(line.slice(33, 46)), 0)
      if (amount > 0)
        movements.push({
          ...movementOf({
            ...{ building, booked_on: month.day, amount, kind: 'batch', what: 'sum of notices (MAV)' },
            ...{ group: 'right', truth: null, text: 'ACCREDITO MAV' },
          }),
          reference: `M${building}-${flow_id}`,
        })
    }
  }
  return movements
}
