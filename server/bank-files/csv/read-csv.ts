import { setImmediate } from 'node:timers/promises'
import { checkIban, maskIban } from '@saldo/domain/iban'
import { BankFileRefused, type BankStatement, type StatementFile } from '../bank-file.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import { type Balances, checkedBalances } from './balances.ts'
import { type Columns, columnsOf, refuseUnknownAmounts } from './columns.ts'
import { type CsvMovement, isPending, movementOf } from './movement.ts'
import { settleReferences } from './references.ts'
import { type CsvRow, decodedCsv, rowsOf } from './rows.ts'
import { type Label, labelOf, preambleOf } from './special-rows.ts'

/**
 * Reads the CSV of a bank by the usual Italian names of its columns. What is not sure is not guessed: the file is refused
 * with what is missing. Opening, closing, totals and running balance must agree if they are there.
 */
export async function readBankCsv(file: Buffer): Promise<StatementFile> {
  const text = decodedCsv(file)
  const columns = columnsOf(text)
  if (columns === null)
    throw new BankFileRefused(
      'Il file non ha una riga di intestazione con i nomi delle colonne, come «Data contabile», «Importo» e «Descrizione»: scarica dalla banca un CSV con l’intestazione, oppure l’estratto in camt.053 o RH.',
    )
  const rows = await rowsOf(text, columns.separator)
  const start = rows.findIndex(({ line }) => line === columns.header.line)
  refuseUnknownAmounts(rows.slice(start + 1), columns)
  const above = preambleOf(rows.slice(0, start))
  const { movements, labels, pending } = await readRows(rows.slice(start + 1), columns)
  labels.unshift(...above.labels)
  const accounts = accountsOf(movements, above.iban, columns)
  const statements = accounts.map(({ iban, rows: own, line }, index) => {
    settleReferences(own)
    const balances = checkedBalances(own, accounts.length === 1 ? labels : refuseLabels(labels))
    return statementOf(iban, own, balances, index === 0 ? pending : 0, line ?? columns.header.line)
  })
  if (!isWhole(text, rows.at(-1)!, labels, columns, movements.at(-1) ?? null, statements[0]!))
    throw cutEnd(rows.at(-1)!)
  return { kind: 'statement', format: 'csv', statements }
}

async function readRows(rows: CsvRow[], columns: Columns) {
  const movements: (CsvMovement & { account: string })[] = []
  const labels: Label[] = []
  let pending = 0
  const amounts: Amounts = amountsOf(
    rows.filter((row) => labelOf(row, columns) === null),
    columns,
  )
  for (const [index, row] of rows.entries()) {
    if (index % 500 === 499) await setImmediate()
    const label = labelOf(row, columns)
    if (label !== null) {
      labels.push({ ...label, before: movements.length })
      continue
    }
    if (isFooter(rows, index)) continue
    refuseOtherLength(row, columns)
    if (isPending(row, columns)) {
      pending++
      continue
    }
    movements.push(movementOf(row, columns, amounts, movements.length + 1))
  }
  return { movements, labels, pending }
}

/** Text under the table: words in one cell, and nothing else below it. */
const isFooter = (rows: CsvRow[], index: number): boolean =>
  rows.length - index < 50 &&
  rows.slice(index).every(({ cells }) => {
    const written = cells.filter((cell) => cell !== '')
    return written.length === 1 && /\p{L}{3}/u.test(written[0]!)
  })

/** A decimal comma in a file of commas makes one cell more; a row that was cut has fewer. */
function refuseOtherLength(row: CsvRow, { header }: Columns): void {
  const expected = header.cells.findLastIndex((cell) => cell !== '') + 1
  const written = row.cells.length
  const tooMany = row.cells.slice(expected).some((cell) => cell !== '')
  if (written >= expected && !tooMany) return
  throw new BankFileRefused(
    `La riga ha ${written} caselle e l’intestazione ${expected}: il file è stato tagliato, o un separatore sta dentro un testo o un importo. Scarica di nuovo il file dalla banca.`,
    row.line,
  )
}

/** The movements of each account, in the order in which the accounts appear. */
function accountsOf(
  movements: (CsvMovement & { account: string })[],
  above: string | null,
  columns: Columns,
): { iban: string | null; rows: CsvMovement[]; line: number | null }[] {
  const accounts = new Map<string, CsvMovement[]>()
  for (const { account, ...row } of movements) {
    const own = accounts.get(account)
    if (own) own.push(row)
    else accounts.set(account, [row])
  }
  const unclear = columns.account === null && columns.unclear_iban !== null
  if (unclear && accounts.size > 1)
    throw new BankFileRefused(
      'La colonna «IBAN» non dice se è il conto del condominio o della controparte: chiamala «IBAN conto» o «IBAN controparte» e carica di nuovo il file.',
      columns.header.line,
    )
  if (accounts.size === 0) return [{ iban: above, rows: [], line: null }]
  return [...accounts].map(([account, rows]) => {
    const line = rows[0]!.movement.line
    const iban = ibanOf(account, line, columns) ?? above
    if (iban === null && accounts.size > 1)
      throw new BankFileRefused(
        'Il file ha più conti senza IBAN: non si sa di quali condomìni sono. Scarica un conto alla volta.',
        line,
      )
    if (above !== null && iban !== above)
      throw new BankFileRefused(
        `Sopra l’intestazione c’è il conto ${maskIban(above)}, ma questa riga è del conto ${maskIban(account)}. Scarica un conto alla volta.`,
        line,
      )
    for (const [index, row] of rows.entries()) row.movement.entry = index + 1
    return { iban, rows, line }
  })
}

/** An account number that is no IBAN leaves the condominium to the person, so there can only be one. */
function ibanOf(account: string, line: number, columns: Columns): string | null {
  const column = columns.account ?? columns.unclear_iban
  if (column === null || account === '') return null
  const { valid, iban } = checkIban(account)
  if (valid) return iban
  if (columns.unclear_iban === column)
    throw new BankFileRefused(
      `L’IBAN ${maskIban(account)} non è valido. Scarica di nuovo il file dalla banca.`,
      line,
    )
  return null
}

function statementOf(
  iban: string | null,
  rows: CsvMovement[],
  { opening, closing }: Balances,
  pending: number,
  line: number,
): BankStatement {
  return {
    iban,
    reference: null,
    from: null,
    to: null,
    opening,
    closing,
    line,
    pending,
    movements: rows.map(({ movement }) => movement),
  }
}

function refuseLabels(labels: Label[]): Label[] {
  const [first] = labels
  if (first)
    throw new BankFileRefused(
      'Il file ha più conti e una riga di saldo o di totale: non si sa di quale conto è. Scarica un conto alla volta.',
      first.line,
    )
  return labels
}

/**
 * A file that was cut in its last cell looks complete, and `2026/000117` without its end is another bill. A line end after
 * the last row shows that it is whole, and so do quotes around its last cell, a final balance, and a running balance there.
 */
function isWhole(
  text: string,
  last: CsvRow,
  labels: Label[],
  columns: Columns,
  last_movement: CsvMovement | null,
  { opening }: BankStatement,
): boolean {
  if (/[\r\n"]\s*$/.test(text)) return true
  const label = labels.find(({ line }) => line === last.line)
  if (label?.kind === 'total' || (label?.kind === 'closing' && opening !== null)) return true
  const balanced = last_movement?.movement.line === last.line && last_movement.balance !== null
  return balanced && columns.balance === columns.header.cells.length - 1
}

const cutEnd = (last: CsvRow): BankFileRefused =>
  new BankFileRefused(
    'L’ultima riga non è conclusa: il file potrebbe essere stato tagliato. Scaricalo di nuovo; se è completo, aprilo e salvalo di nuovo come CSV.',
    last.line,
  )
