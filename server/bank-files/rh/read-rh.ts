import { setImmediate } from 'node:timers/promises'
import { checkIban, makeItalianIban, maskIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import { BankFileRefused, type BankStatement, type StatementFile } from '../bank-file.ts'
import { askAgain, type CbiRecord, day, digits, field, recordsOf, wrongField } from '../cbi-records.ts'
import { refuseRepeatedStatement } from '../repeated-statement.ts'
import { Movement } from './movement.ts'
import { signedAmount } from './signed-amount.ts'

/**
 * Reads account statements of the CBI standard (*rendicontazione saldi e movimenti*): flows from RH to EF, in them
 * statements from 61 to 64 with movements (62) and their details (63). Refuses the whole file if a length, an order, a
 * number, a count or a balance does not agree. Type 65 (forecast of liquid balances) is not read.
 */
export async function readRh(file: Buffer): Promise<StatementFile> {
  const statements: BankStatement[] = []
  let flow: Flow | null = null
  let line = 0
  for (const record of recordsOf(file)) {
    line = record.line
    if (line % 1000 === 0) await setImmediate()
    if (record.type === 'RH') {
      if (flow !== null) throw unexpected(record)
      flow = new Flow(record)
      continue
    }
    if (flow === null) throw unexpected(record)
    if (record.type === 'EF') {
      flow.end(record)
      flow = null
      continue
    }
    const statement = flow.read(record)
    if (statement === null) continue
    statements.push(statement)
    refuseRepeatedStatement(statements)
  }
  if (flow !== null)
    throw new BankFileRefused(`Manca il record finale EF: il file è incompleto. ${askAgain}`, line)
  if (statements.length === 0) throw new BankFileRefused('Il file non contiene nessun estratto conto.')
  return { kind: 'statement', format: 'cbi_rh', statements }
}

/** From RH to EF: follows the order of the records and counts them. */
class Flow {
  readonly #head: CbiRecord
  #statements = 0
  #open: (BankStatement & { opening: number }) | null = null
  #movement: Movement | null = null
  /** Whether a 65 may stand here: after a 64. */
  #closed = false

  constructor(head: CbiRecord) {
    this.#head = head
    day(head, 14, 'La data di creazione')
  }

  /** The statement that this record ends, null for any other record. */
  read(record: CbiRecord): BankStatement | null {
    switch (record.type) {
      case '61':
        this.#begin(record)
        return null
      case '62':
        this.#addMovement(record)
        return null
      case '63':
        if (this.#movement === null) throw unexpected(record)
        this.#checkNumber(record)
        this.#movement.detail(record)
        return null
      case '64':
        return this.#close(record)
      case '65':
        if (!this.#closed) throw unexpected(record)
        this.#checkNumber(record)
        return null
      default:
        throw unexpected(record)
    }
  }

  end(record: CbiRecord): void {
    if (this.#open !== null) throw unexpected(record)
    if (record.text.slice(3, 39) !== this.#head.text.slice(3, 39))
      throw new BankFileRefused(
        `Il record finale EF non è quello del flusso che comincia alla riga ${this.#head.line}. ${askAgain}`,
        record.line,
      )
    const records = record.line - this.#head.line + 1
    const counts = [
      { stated: digits(record, 46, 52, 'Il numero degli estratti'), found: this.#statements, of: 'estratti' },
      { stated: digits(record, 83, 89, 'Il numero dei record'), found: records, of: 'record' },
    ]
    for (const { stated, found, of } of counts)
      if (stated !== found)
        throw new BankFileRefused(
          `Il record finale EF dichiara ${stated} ${of}, ma nel file ce ne sono ${found}. ${askAgain}`,
          record.line,
        )
  }

  #begin(record: CbiRecord): void {
    if (this.#open !== null) throw unexpected(record)
    this.#statements++
    this.#checkNumber(record)
    this.#closed = false
    this.#movement = null
    inEuro(record, 75)
    this.#open = {
      iban: ibanOf(record),
      reference: `${field(this.#head, 20, 39)}/${this.#statements}`,
      from: day(record, 78, 'La data del saldo iniziale'),
      to: null,
      opening: signedAmount(record, 84, 'Il saldo iniziale'),
      closing: null,
      line: record.line,
      pending: 0,
      movements: [],
    }
  }

  #addMovement(record: CbiRecord): void {
    if (this.#open === null) throw unexpected(record)
    this.#checkNumber(record)
    this.#finishMovement()
    this.#movement = new Movement(record, this.#open.movements.length + 1)
  }

  #finishMovement(): void {
    if (this.#movement) this.#open!.movements.push(this.#movement.finish())
    this.#movement = null
  }

  #close(record: CbiRecord): BankStatement {
    if (this.#open === null) throw unexpected(record)
    this.#checkNumber(record)
    this.#finishMovement()
    inEuro(record, 11)
    const statement = this.#open
    statement.to = day(record, 14, 'La data del saldo finale')
    statement.closing = signedAmount(record, 20, 'Il saldo finale')
    const expected = statement.movements.reduce((sum, { amount }) => sum + amount, statement.opening)
    if (expected !== statement.closing)
      throw new BankFileRefused(
        `Il saldo iniziale e i movimenti danno ${formatEuro(expected)}, ma il saldo finale è ${formatEuro(statement.closing)}: manca qualcosa o qualcosa è cambiato. ${askAgain}`,
        record.line,
      )
    if (statement.to < statement.from!)
      throw new BankFileRefused(
        `Il saldo finale ha una data precedente a quella del saldo iniziale. ${askAgain}`,
        record.line,
      )
    this.#open = null
    this.#closed = true
    return statement
  }

  /** Statements are numbered from 1 in each flow, and each of their records repeats the number. */
  #checkNumber(record: CbiRecord): void {
    const number = digits(record, 4, 10, 'Il numero dell’estratto')
    if (number !== this.#statements)
      throw new BankFileRefused(
        `Il record è dell’estratto numero ${number}, ma qui è atteso il numero ${this.#statements}: i record sono in disordine o ne mancano. ${askAgain}`,
        record.line,
      )
  }
}

function inEuro(record: CbiRecord, from: number): void {
  if (field(record, from, from + 2) !== 'EUR')
    throw new BankFileRefused(
      'Il file contiene un conto che non è in euro. Scarica il file dei soli conti in euro.',
      record.line,
    )
}

/** CIN, ABI, CAB and account make the IBAN; country and check digits, if written, must be its own. */
function ibanOf(record: CbiRecord): string {
  const [cin, abi, cab, account] = [
    [52, 52],
    [53, 57],
    [58, 62],
    [63, 74],
  ].map(([from, to]) => field(record, from!, to!))
  const country = field(record, 100, 101) || 'IT'
  if (
    !/^\d{5}$/.test(abi!) ||
    !/^\d{5}$/.test(cab!) ||
    !/^[0-9A-Z]{1,12}$/.test(account!) ||
    !/^(?:IT|SM)$/.test(country)
  )
    throw wrongField(record, 52, 74, 'Il conto')
  const iban = makeItalianIban({ abi: abi!, cab: cab!, account: account!, country: country as 'IT' | 'SM' })
  const digitsAgree = [iban.slice(2, 4), ''].includes(field(record, 102, 103))
  if (!digitsAgree || (cin !== '' && cin !== iban[4]) || !checkIban(iban).valid)
    throw new BankFileRefused(
      `Le coordinate del conto ${maskIban(iban)} non sono valide: non corrispondono alle cifre di controllo. ${askAgain}`,
      record.line,
    )
  return iban
}

const unexpected = (record: CbiRecord): BankFileRefused =>
  new BankFileRefused(
    `Il record di tipo «${record.type}» si trova in un punto in cui non può stare: i record sono in disordine, o ne manca qualcuno. ${askAgain}`,
    record.line,
  )
