import { addDays, type Day, today } from '@saldo/domain/dates'
import type { FastifyInstance } from 'fastify'
import { runJobs } from '../../../jobs/worker.ts'
import { type Administrator, asAdministrator } from './administrator.ts'
import { camtStatement } from './camt-statement.ts'
import { csvStatement } from './csv-statement.ts'
import { demoMovements, withReferences } from './demo-movements.ts'
import { type Collecting, openBills } from './open-bills.ts'
import { pastDebits, pastNotices } from './past-collections.ts'
import { rhStatement } from './rh-statement.ts'
import type { StatedMovement } from './stated.ts'
import { startDebitRun, startNotices } from './under-way.ts'

/** So old at least are the bills of the month: they were issued before another program presented them. */
const issuedDaysAgo = 8
/** How many bills of a condominium go by debit, by notice, and (the others) by transfer. */
const [debited, noticed] = [5, 6]

/**
 * The month of an office that has just begun with the product: debits and notices that its earlier program had presented,
 * with their outcomes, a run and notices of its own, and the statements of four condominiums, in three formats. All of it
 * through the calls of its administrator, so that what they see is what the product makes of it. Days with few open bills have
 * fewer condominiums.
 */
export async function collect(app: FastifyInstance, user_name: string): Promise<void> {
  const day = today()
  const office = await asAdministrator(app, user_name)
  try {
    const condominiums = await office.services.asSystem((tx) =>
      openBills(tx, office.customer_id, day, issuedDaysAgo),
    )
    await prepare(office, condominiums)
    const [first, second, third, fourth] = condominiums
    const statements: { of: Collecting; movements: StatedMovement[] }[] = []
    const add = (of: Collecting, used: number, movements: StatedMovement[] = []) =>
      statements.push({
        of,
        movements: [...movements, ...demoMovements({ ...of, bills: of.bills.slice(used) }, day)],
      })
    if (first) add(first, debited, await pastDebits(office, first, first.bills.slice(0, debited), day))
    if (second) add(second, noticed, await pastNotices(office, second, second.bills.slice(0, noticed), day))
    if (third) add(third, debited - 1)
    if (fourth) add(fourth, 5)
    const presented = third && (await startDebitRun(office, third, third.bills.slice(0, debited - 1)))
    if (fourth) {
      await startDebitRun(office, fourth, fourth.bills.slice(0, 2))
      await startNotices(office, fourth.bills.slice(2, 5))
    }
    await loadStatements(office, statements, day)
    // The notices must have left.
    await runJobs(office.services)
    if (presented) await office.call('POST', `/v1/debit-runs/${presented}/present`)
  } finally {
    await office.leave()
  }
}

/** The SIA codes, without which no notice is ordered: they were there before the audit log began. */
const prepare = ({ services, customer_id }: Administrator, condominiums: readonly Collecting[]) =>
  services.asSystem(async (tx) => {
    await tx`set local saldo.bulk = 'yes'`
    for (const { account_id } of condominiums)
      await tx`insert into collection_settings ${tx({ account_id, customer_id, sia: 'A1B2C' })}`
  })

/** The first two condominiums have accounts of a bank that gives camt, the third RH, the fourth the list of its site. */
async function loadStatements(
  office: Administrator,
  statements: readonly { of: Collecting; movements: StatedMovement[] }[],
  day: Day,
): Promise<void> {
  const [from, to] = [addDays(day, -30), addDays(day, -1)]
  const accounts = statements.map(({ of, movements }, at) => ({
    ...{ iban: of.iban, holder: of.name, opening: 812_345 + at * 190_117, from, to },
    movements: withReferences(movements, `${of.account_id}-${to.slice(2).replaceAll('-', '')}-`),
  }))
  const stamp = to.replaceAll('-', '')
  const [third, fourth] = [accounts[2], accounts[3]]
  if (accounts.length > 0)
    await office.load(`estratto-conto-${stamp}.xml`, camtStatement(`EC-${stamp}-0001`, accounts.slice(0, 2)))
  if (third) await office.load(`RH-${stamp}.txt`, rhStatement(`RH-${stamp}-01`, to, [third]))
  if (fourth) await office.load(`lista-movimenti-${stamp}.csv`, csvStatement(fourth))
}
