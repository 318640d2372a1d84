import { formatDate, today } from '@saldo/domain/dates'
import { maskIban } from '@saldo/domain/iban'
import { BankFileRefused, type BankStatement, type StatementFile } from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import type { Listener } from '../../events.ts'
import type { ReceivedFlow } from '../flows/feature.ts'
import { noteFlow } from '../flows/note-flow.ts'
import { hashOf, type NewMovement, newMovements } from './known-movements.ts'
import { matchMovements } from './match-movements.ts'
import { openReversals, readMovements } from './movement.ts'
import { enqueueOpenRematches } from './rematch.ts'
import { countGaps } from './statements-list.ts'
import { takeBack } from './take-back.ts'

/** How many movements are written and matched together. */
const chunkSize = 200

/**
 * Writes the statements of a loaded file and matches their new movements: all of it, or nothing. Movements that an earlier
 * file had brought are counted and left as they are, so that the same or an overlapping statement adds only what is new.
 */
export const importStatements: Listener<'flow_read'> = async (services, tx, { flow, file }) => {
  // What the bank says of debits or notices may recognise a credit that was read before.
  if (file.kind !== 'statement') return enqueueOpenRematches(services, tx, flow.customer_id)
  refuseFuture(file)
  const accounts = await accountsOf(tx, flow, file)
  // One import at a time for each condominium, always in the same order: overlapping files wait for each other.
  for (const account_id of [...new Set(accounts.values())].sort((one, other) => one - other))
    await tx`select pg_advisory_xact_lock(hashtextextended(${`bank-movements:${account_id}`}, 0))`
  let known = 0
  const all = file.statements.flatMap(({ movements }) => movements).filter(({ amount }) => amount !== 0)
  for (const statement of file.statements) {
    const account_id = accounts.get(statement) as number
    const statement_id = await insertStatement(tx, flow, { statement, account_id, format: file.format })
    const of = { customer_id: flow.customer_id, flow_id: flow.flow_id, account_id }
    // An entry of zero moves no money: it is counted with those that are not booked.
    const moved = statement.movements.filter(({ amount }) => amount !== 0)
    const fresh = await newMovements(
      tx,
      { ...of, format: file.format, opening: statement.opening, closing: statement.closing },
      moved,
    )
    for (let at = 0; at < fresh.length; at += chunkSize) {
      const chunk = fresh.slice(at, at + chunkSize)
      const ids = await insertMovements(tx, flow, { account_id, statement_id, fresh: chunk })
      await matchMovements(services, tx, await readMovements(tx, ids), flow.created_by)
    }
    const knownHere = moved.length - fresh.length
    await tx`
      update bank_statements set movements = ${moved.length}, known = ${knownHere},
        pending = ${statement.pending + statement.movements.length - moved.length}
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
    note: gapInWords(await countGaps(tx, flow)),
  })
}

const gapInWords = (count: number): string | null =>
  count === 0
    ? null
    : `${count === 1 ? 'Un estratto non comincia' : `${count} estratti non cominciano`} con il saldo con cui finisce quello prima: ne manca uno, o uno è stato letto due volte. In Estratti vedi quale.`

/** What a bank has booked is past: a later day is a wrong file, and its money would be collected on a day to come. */
function refuseFuture({ statements }: StatementFile): void {
  const now = today()
  for (const { movements } of statements)
    for (const { booked_on, line } of movements)
      if (booked_on > now)
        throw new BankFileRefused(
          `Il movimento è contabilizzato il ${formatDate(booked_on)}, un giorno che deve ancora venire. Scarica di nuovo il file dalla banca.`,
          line,
        )
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

async function insertMovements(
  tx: Tx,
  { customer_id, flow_id }: ReceivedFlow,
  {
    account_id,
    statement_id,
    fresh,
  }: { account_id: number; statement_id: number; fresh: readonly NewMovement[] },
): Promise<number[]> {
  const rows = fresh.map(({ movement, ...known }) => {
    const { entry: _entry, item: _item, items: _items, line: _line, ...said } = movement
    return { ...said, ...known, customer_id, account_id, statement_id, flow_id, state: 'to_explain' }
  })
  const inserted = await tx<
    { movement_id: number }[]
  >`insert into bank_movements ${tx(rows)} returning movement_id`
  return inserted.map(({ movement_id }) => movement_id)
}
