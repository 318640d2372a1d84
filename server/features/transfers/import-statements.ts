import { createHash } from 'node:crypto'
import { formatDate, today } from '@saldo/domain/dates'
import { maskIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import {
  BankFileRefused,
  type BankMovement,
  type BankStatement,
  type StatementFile,
} from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import type { Listener } from '../../events.ts'
import type { ReceivedFlow } from '../flows/feature.ts'
import { noteFlow } from '../flows/note-flow.ts'
import { matchMovements } from './match-movements.ts'
import { openReversals, readMovements } from './movement.ts'
import { takeBack } from './take-back.ts'

/** How many movements are written and matched together. */
const chunkSize = 200

/**
 * Writes the statements of a loaded file and matches their new movements: all of it, or nothing. Movements that an earlier
 * file had brought are counted and left as they are, so that the same or an overlapping statement adds only what is new.
 */
export const importStatements: Listener<'flow_read'> = async (services, tx, { flow, file }) => {
  if (file.kind !== 'statement') return
  const accounts = await accountsOf(tx, flow, file)
  // One import at a time for each condominium, always in the same order: overlapping files wait for each other.
  for (const account_id of [...new Set(accounts.values())].sort((one, other) => one - other))
    await tx`select pg_advisory_xact_lock(hashtextextended(${`bank-movements:${account_id}`}, 0))`
  let known = 0
  const all = file.statements.flatMap(({ movements }) => movements)
  for (const statement of file.statements) {
    const account_id = accounts.get(statement) as number
    const statement_id = await insertStatement(tx, flow, { statement, account_id, format: file.format })
    const identities = identitiesOf(statement.movements)
    const of = { customer_id: flow.customer_id, flow_id: flow.flow_id, account_id }
    let knownHere = 0
    const others = new Map<string, number>()
    for (let at = 0; at < statement.movements.length; at += chunkSize) {
      const chunk = statement.movements.slice(at, at + chunkSize).map((movement, place) => ({
        ...{ movement, identity: identities[at + place] as string },
      }))
      const fresh = await newOnes(tx, { ...of, format: file.format }, chunk, others)
      knownHere += chunk.length - fresh.length
      if (fresh.length === 0) continue
      const ids = await insertMovements(tx, flow, { account_id, statement_id, fresh })
      await matchMovements(services, tx, await readMovements(tx, ids), flow.created_by)
    }
    await tx`
      update bank_statements set movements = ${statement.movements.length}, known = ${knownHere}
      where statement_id = ${statement_id} and flow_id = ${flow.flow_id}`
    known += knownHere
    // A reversal may have been loaded before the movement that it takes back.
    for (const reversal of await openReversals(tx, of))
      await takeBack(services, tx, reversal, flow.created_by)
  }
  const one = new Set(accounts.values()).size === 1 ? ([...accounts.values()][0] as number) : null
  await noteFlow(tx, flow.flow_id, {
    ...{ reference: file.statements[0]?.reference ?? null, account_id: one, count: all.length, known },
    amount: all.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
  })
}

/** The condominium of each statement. Refuses the whole file when one is not known. */
async function accountsOf(
  tx: Tx,
  flow: ReceivedFlow,
  { statements }: StatementFile,
): Promise<Map<BankStatement, number>> {
  if (statements.length === 0) throw new BankFileRefused('Nel file non c’è nessun estratto conto.')
  const ibans = statements.flatMap(({ iban }) => iban ?? [])
  const found = await tx<{ account_id: number; iban: string }[]>`
    select account_id, iban from accounts where customer_id = ${flow.customer_id} and iban = any(${ibans}::text[])`
  return new Map(
    statements.map((statement) => {
      const { iban, line } = statement
      if (iban === null) {
        if (flow.account_id === null)
          throw new BankFileRefused(
            'Il file non dice di quale conto è: scegli il condominio e caricalo di nuovo.',
          )
        return [statement, flow.account_id]
      }
      const account = found.find((each) => each.iban === iban)
      if (!account)
        throw new BankFileRefused(
          `Il conto ${maskIban(iban)} non è di nessun condominio: scrivi questo IBAN nella scheda del suo condominio, poi carica di nuovo il file.`,
          line,
        )
      return [statement, account.account_id]
    }),
  )
}

async function insertStatement(
  tx: Tx,
  { customer_id, flow_id }: ReceivedFlow,
  { statement, account_id, format }: { statement: BankStatement; account_id: number; format: string },
): Promise<number> {
  const { reference, from, to, opening, closing, movements } = statement
  const days = movements.map(({ booked_on }) => booked_on).sort()
  const sum = movements.reduce((total, { amount }) => total + amount, 0)
  const identity = hashOf([
    reference,
    from,
    to,
    opening,
    closing,
    days[0],
    days.at(-1),
    movements.length,
    sum,
  ])
  const row = {
    ...{ customer_id, account_id, flow_id, identity, format, reference, opening, closing },
    ...{ starts_on: from ?? days[0] ?? null, ends_on: to ?? days.at(-1) ?? from ?? today() },
  }
  const [stored] = await tx`
    insert into bank_statements ${tx(row)} on conflict (customer_id, account_id, identity) do nothing
    returning statement_id`
  const [known] = stored
    ? [stored]
    : await tx`
        select statement_id from bank_statements
        where customer_id = ${customer_id} and account_id = ${account_id} and identity = ${identity}`
  return known?.statement_id as number
}

type Identified = { movement: BankMovement; identity: string }

/**
 * What makes each movement the same one in another file: the bank's reference with the item of the entry, else a hash of
 * what it says and how often the same was said before on that day.
 */
function identitiesOf(movements: readonly BankMovement[]): string[] {
  const seen = new Map<string, number>()
  return movements.map((movement) => {
    const { bank_reference, item, booked_on, amount, text, party_name, end_to_end_id, structured_reference } =
      movement
    if (isReference(bank_reference)) return `ref:${bank_reference}:${item}`
    const hash = hashOf([booked_on, amount, text, party_name, end_to_end_id, structured_reference])
    const occurrence = (seen.get(hash) ?? 0) + 1
    seen.set(hash, occurrence)
    return `hash:${hash}:${occurrence}`
  })
}

const isReference = (reference: string | null): reference is string =>
  reference !== null && !/^(?:NOT ?PROVIDED|NONREF|NOREF|0*)$/i.test(reference.trim())

/**
 * Those of these movements that no earlier file brought. A reference of the bank that comes with another day or amount
 * refuses the whole file. A bank's formats differ: where one has references and another (a CSV) has none, as many movements
 * of a day and an amount as the other format brought are the same ones, because a statement lists them all. `others` counts
 * them over the whole statement.
 */
async function newOnes(
  tx: Tx,
  of: { customer_id: number; account_id: number; flow_id: number; format: string },
  chunk: readonly Identified[],
  others: Map<string, number>,
): Promise<Identified[]> {
  const { customer_id, account_id } = of
  const known = await tx<{ identity: string; booked_on: string; amount: number }[]>`
    select identity, booked_on, amount from bank_movements
    where customer_id = ${customer_id} and account_id = ${account_id}
      and identity = any(${chunk.map(({ identity }) => identity)}::text[])`
  const days = [...new Set(chunk.map(({ movement }) => movement.booked_on))]
  const counts = await tx<{ booked_on: string; amount: number; by_reference: boolean; count: number }[]>`
    select m.booked_on, m.amount, m.identity like 'ref:%' as by_reference, count(*)::int as count
    from bank_movements m
    join bank_statements s on s.customer_id = m.customer_id and s.statement_id = m.statement_id
    where m.customer_id = ${customer_id} and m.account_id = ${account_id} and m.booked_on = any(${days}::date[])
      and m.flow_id <> ${of.flow_id} and s.format <> ${of.format}
    group by 1, 2, 3`
  const seen = new Set<string>()
  return chunk.filter(({ movement, identity }) => {
    const { booked_on, amount, line, bank_reference } = movement
    const same = known.find((each) => each.identity === identity)
    if (same && (same.booked_on !== booked_on || same.amount !== amount))
      throw new BankFileRefused(
        `Il movimento ${bank_reference} del ${formatDate(booked_on)}, ${formatEuro(amount)}, era già stato letto con un altro contenuto (${formatDate(same.booked_on)}, ${formatEuro(same.amount)}): chiedi alla banca un nuovo estratto conto.`,
        line,
      )
    if (seen.has(identity))
      throw new BankFileRefused(
        `Il movimento ${bank_reference} è nel file due volte con lo stesso riferimento.`,
        line,
      )
    seen.add(identity)
    if (same) return false
    const by_reference = identity.startsWith('ref:')
    const alike = counts.find(
      (each) => each.booked_on === booked_on && each.amount === amount && each.by_reference !== by_reference,
    )
    const key = `${booked_on}:${amount}`
    const taken = others.get(key) ?? 0
    if (!alike || taken >= alike.count) return true
    others.set(key, taken + 1)
    return false
  })
}

async function insertMovements(
  tx: Tx,
  { customer_id, flow_id }: ReceivedFlow,
  {
    account_id,
    statement_id,
    fresh,
  }: { account_id: number; statement_id: number; fresh: readonly Identified[] },
): Promise<number[]> {
  const rows = fresh.map(({ movement, identity }) => {
    const { entry: _entry, item: _item, items: _items, line: _line, ...said } = movement
    return { ...said, customer_id, account_id, statement_id, flow_id, identity, state: 'to_explain' }
  })
  const inserted = await tx<
    { movement_id: number }[]
  >`insert into bank_movements ${tx(rows)} returning movement_id`
  return inserted.map(({ movement_id }) => movement_id)
}

const hashOf = (said: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url')
