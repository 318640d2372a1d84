import { type HandoverTableName, handoverTableNames, handoverTables } from '@saldo/domain/handover/format'
import { checkIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import { checkCreditorId } from '@saldo/domain/sepa/creditor-id'
import { HandoverRefused } from './handover-refused.ts'
import type { LoadedRow } from './read-table.ts'
import type { LoadedTables, LoadedZip } from './read-zip.ts'

/** Checks what the tables say together: references, sums of each bill, totals of the manifest. Throws HandoverRefused. */
export function checkTables({ manifest, tables, has }: LoadedZip): void {
  if (tables.account.length !== 1) refuse('account', null, 'Deve esserci una riga, quella del condominio.')
  checkReferences(tables)
  checkBills(tables)
  checkIdentities(tables)
  checkUnits(tables)
  for (const row of tables.mandates)
    for (const field of ['proof_file', 'scan_file'] as const)
      if (row[field] !== null && !has(String(row[field])))
        refuse('mandates', row, `Nello ZIP manca ${row[field]}.`)
  for (const row of tables.documents)
    if (row.file !== null && !has(String(row.file))) refuse('documents', row, `Nello ZIP manca ${row.file}.`)
  const { totals } = manifest
  const found = totalsOf(tables)
  for (const [name, value] of Object.entries(found))
    if (totals[name as keyof typeof totals] !== value)
      throw new HandoverRefused(
        'I totali del manifest non sono quelli delle bollette e dei crediti.',
        'manifest.json',
      )
}

/** Bills that are asked for, and credits; in cents. */
export function totalsOf({ bills, credits }: LoadedTables) {
  const issued = bills.filter(({ status }) => status === 'issued')
  const sum = (rows: LoadedRow[], field: string) => rows.reduce((all, row) => all + Number(row[field]), 0)
  return {
    bills: issued.length,
    ...{ amount: sum(issued, 'amount'), settled: sum(issued, 'settled') },
    ...{ residue: sum(issued, 'residue'), overdue: sum(issued, 'overdue') },
    credits: sum(credits, 'amount'),
  }
}

function refuse(table: HandoverTableName, row: LoadedRow | null, why: string): never {
  throw new HandoverRefused(why, handoverTables[table].file, row?.row ?? null)
}

function checkReferences(tables: LoadedTables): void {
  const known = new Map<string, Set<unknown>>()
  for (const name of handoverTableNames) {
    const [first] = handoverTables[name].columns
    if (first?.kind === 'ref' && first.of === undefined) {
      const ids = new Set<unknown>()
      for (const row of tables[name]) {
        if (ids.has(row[first.field]))
          refuse(name, row, `«${first.header}» ${row[first.field]} c’è due volte.`)
        ids.add(row[first.field])
      }
      known.set(name, ids)
    }
    for (const { of, field, header } of handoverTables[name].columns)
      if (of)
        for (const row of tables[name])
          if (!known.get(of)?.has(row[field]))
            refuse(name, row, `«${header}» ${row[field]} non è in ${handoverTables[of].file}.`)
  }
}

type Sum = { amount: number; settled: number; pending: number }

function checkBills(tables: LoadedTables): void {
  const lines = sums(tables.lines, 'lines')
  const instalments = sums(tables.instalments, 'instalments')
  const numbers = new Set<string>()
  for (const row of tables.instalments) {
    const [amount, settled, pending] = [Number(row.amount), Number(row.settled), Number(row.pending)]
    if (Math.min(amount, settled, pending, Number(row.returned), Number(row.refunded)) < 0)
      refuse('instalments', row, 'Gli importi di una rata non possono essere negativi.')
    if (settled + pending > amount) refuse('instalments', row, 'La rata ha incassato più del suo importo.')
  }
  for (const bill of tables.bills) {
    const [amount, settled] = [Number(bill.amount), Number(bill.settled)]
    const [paid, asked] = [instalments.get(bill.bill_id), lines.get(bill.bill_id)?.amount ?? 0]
    if (amount <= 0) refuse('bills', bill, 'L’importo deve essere maggiore di zero.')
    if (asked !== amount)
      refuse('bills', bill, `Le voci fanno ${formatEuro(asked)}, non l’importo della bolletta.`)
    if ((paid?.amount ?? 0) !== amount)
      refuse('bills', bill, `Le rate fanno ${formatEuro(paid?.amount ?? 0)}, non l’importo della bolletta.`)
    if (paid?.settled !== settled || paid.pending !== bill.pending)
      refuse('bills', bill, 'Quanto è incassato o in corso non è la somma delle rate.')
    const issued = bill.status === 'issued'
    if (!issued && settled + paid.pending > 0)
      refuse('bills', bill, 'Una bolletta in bozza o annullata non può avere incassi.')
    const residue = issued ? Math.max(amount - settled, 0) : 0
    if (bill.residue !== residue) refuse('bills', bill, 'Il residuo non è l’importo meno l’incassato.')
    if (Number(bill.overdue) < 0 || Number(bill.overdue) > residue)
      refuse('bills', bill, 'Lo scaduto non può superare il residuo.')
    const number = String(bill.number).toLowerCase()
    if (bill.status !== 'cancelled' && numbers.has(number))
      refuse('bills', bill, 'C’è un’altra bolletta con questo numero.')
    if (bill.status !== 'cancelled') numbers.add(number)
  }
  for (const row of tables.credits)
    if (Number(row.amount) <= 0) refuse('credits', row, 'Un credito deve essere maggiore di zero.')
}

/** Sums by bill; a position that comes twice is refused. */
function sums(rows: LoadedRow[], table: HandoverTableName): Map<unknown, Sum> {
  const found = new Map<unknown, Sum>()
  const seen = new Set<string>()
  for (const row of rows) {
    const key = `${row.bill_id}/${row.position}`
    if (seen.has(key)) refuse(table, row, 'Questa posizione c’è già nella stessa bolletta.')
    seen.add(key)
    if (Number(row.position) > 32_000) refuse(table, row, 'La posizione è troppo alta.')
    const sum = found.get(row.bill_id) ?? { amount: 0, settled: 0, pending: 0 }
    sum.amount += Number(row.amount)
    sum.settled += Number(row.settled ?? 0)
    sum.pending += Number(row.pending ?? 0)
    found.set(row.bill_id, sum)
  }
  return found
}

/** IBANs and creditor identifiers have check digits: a changed digit is found. */
function checkIdentities({ account, people, mandates }: LoadedTables): void {
  const code = (table: HandoverTableName, row: LoadedRow) => {
    // Only its shape: an office may keep a code that the registry office has issued wrong.
    if (row.fiscal_code === null) return
    if (!/^[A-Z0-9]{11,16}$/.test(String(row.fiscal_code)))
      refuse(table, row, `Il codice fiscale «${String(row.fiscal_code).slice(0, 20)}» non è valido.`)
  }
  const iban = (table: HandoverTableName, row: LoadedRow, field: string) => {
    if (row[field] !== null && !checkIban(String(row[field])).valid)
      refuse(table, row, 'L’IBAN non è valido.')
  }
  for (const row of account) {
    code('account', row)
    iban('account', row, 'iban')
    if (row.creditor_id !== null && !checkCreditorId(String(row.creditor_id)).valid)
      refuse('account', row, 'L’identificativo del creditore non è valido.')
  }
  const codes = new Set<unknown>()
  for (const row of people) {
    code('people', row)
    if (row.fiscal_code !== null && codes.has(row.fiscal_code))
      refuse('people', row, 'Due persone hanno lo stesso codice fiscale.')
    codes.add(row.fiscal_code)
  }
  const umrs = new Set<string>()
  for (const row of mandates) {
    iban('mandates', row, 'debtor_iban')
    if (!checkCreditorId(String(row.creditor_id)).valid)
      refuse('mandates', row, 'L’identificativo del creditore non è valido.')
    if (String(row.umr ?? '').length > 35 || String(row.debtor_name ?? '').length > 140)
      refuse('mandates', row, 'Il riferimento o il nome è troppo lungo.')
    const umr = `${row.creditor_id}/${row.umr}`
    if (row.umr !== null && umrs.has(umr)) refuse('mandates', row, 'Due mandati hanno lo stesso riferimento.')
    umrs.add(umr)
  }
}

function checkUnits({ units, holders, weights, weight_tables }: LoadedTables): void {
  once(
    'units',
    units,
    (row) => `${row.staircase ?? ''}/${row.number}`.toLowerCase(),
    'L’unità c’è due volte.',
  )
  once('weight_tables', weight_tables, (row) => String(row.name).toLowerCase(), 'La tabella c’è due volte.')
  once(
    'weights',
    weights,
    (row) => `${row.weight_table_id}/${row.unit_id}`,
    'L’unità c’è due volte nella stessa tabella.',
  )
  for (const row of holders) {
    const [numerator, denominator] = [Number(row.share_numerator), Number(row.share_denominator)]
    if (numerator < 1 || denominator < numerator)
      refuse('holders', row, 'La quota non è una parte dell’intero.')
    if (row.since !== null && row.until !== null && String(row.until) < String(row.since))
      refuse('holders', row, 'Il diritto finisce prima di cominciare.')
  }
  once(
    'holders',
    holders.filter(({ until }) => until === null),
    (row) => `${row.unit_id}/${row.subject_id}/${row.right_kind}`,
    'La persona ha due volte lo stesso diritto.',
  )
}

function once(
  table: HandoverTableName,
  rows: LoadedRow[],
  keyOf: (row: LoadedRow) => string,
  why: string,
): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const key = keyOf(row)
    if (seen.has(key)) refuse(table, row, why)
    seen.add(key)
  }
}
