import { BankFileRefused } from '../bank-file.ts'
import { type CsvRow, firstRows, separators } from './rows.ts'

/** Where each datum stands; indexes of columns from 0. */
export type Columns = {
  header: CsvRow
  separator: string
  booked: number
  value: number | null
  amount: number | null
  debit: number | null
  credit: number | null
  sign: number | null
  currency: number | null
  balance: number | null
  account: number | null
  status: number | null
  reference: number | null
  end_to_end: number | null
  mandate: number | null
  code: number | null
  party: number | null
  party_iban: number | null
  party_fiscal_code: number | null
  texts: number[]
  /** `Valuta` alone: a date or a currency, as its cells tell. */
  value_or_currency: number | null
  /** `IBAN` alone: of the account or of the other side, as its cells tell. */
  unclear_iban: number | null
  /** Columns with other names. */
  others: number[]
}

type Field = Exclude<keyof Columns, 'header' | 'separator' | 'others'>

/**
 * The usual names of the columns of Italian banks, folded as in `folded`; the earlier name wins when two columns have names
 * of the same datum. Those with the same rank are ambiguous and refuse the file, except texts.
 */
const names: Record<Field, RegExp[]> = {
  booked: [
    /^(?:data )?(?:contabile|cont|contab)$/,
    /^data contabilizzazione$/,
    /^data (?:di )?(?:registrazione|reg)$/,
    /^data (?:dell? ?)?(?:operazione|oper|op|movimento|mov)$/,
    /^data$/,
  ],
  value: [/^data (?:di )?valuta$/, /^data (?:di )?regolamento$/],
  amount: [
    /^(?:importo|ammontare)(?: (?:in )?(?:eur|euro|movimento|operazione|del movimento))*$/,
    /^(?:eur|euro)$/,
  ],
  debit: [
    /^(?:importo )?(?:dare|uscite|uscita|addebiti|addebito|importi a debito)(?: (?:in )?(?:eur|euro))?$/,
  ],
  credit: [
    /^(?:importo )?(?:avere|entrate|entrata|accrediti|accredito|importi a credito)(?: (?:in )?(?:eur|euro))?$/,
  ],
  sign: [/^(?:segno|segno importo|d a|a d|d c|c d|dare avere|segno d a)$/],
  currency: [/^(?:divisa|div|moneta|codice divisa|valuta (?:iso|conto|importo))$/],
  balance: [
    /^saldo(?: (?:contabile|progressivo|contabile progressivo|dopo (?:il )?movimento|eur|euro|in euro|finale))*$/,
  ],
  account: [
    /^(?:iban (?:del )?(?:conto|rapporto|c c|conto corrente|ordinante conto)|(?:numero |n )?(?:rapporto|conto|c c|conto corrente))$/,
  ],
  status: [/^(?:stato|stato (?:movimento|operazione)|contabilizzazione)$/],
  reference: [
    /^(?:riferimento (?:banca|bancario|operazione|movimento|interno)|id (?:operazione|movimento|transazione)|identificativo(?: (?:operazione|movimento))?|numero (?:operazione|movimento)|identificativo univoco)$/,
    /^(?:cro|trn|cro trn|trn cro|riferimento)$/,
  ],
  end_to_end: [/^(?:end to end(?: id)?|id end to end|e2e(?: id)?|endtoendid|riferimento end to end)$/],
  mandate: [/^(?:mandato|id mandato|umr|riferimento mandato|codice mandato)$/],
  code: [/^(?:causale (?:abi|cbi)|cod(?:ice)? causale(?: abi| cbi)?|abi causale)$/],
  party: [
    /^(?:controparte|nome controparte|(?:nome )?(?:ordinante|beneficiario|ordinante beneficiario|beneficiario ordinante|pagatore|debitore)|nominativo)$/,
  ],
  party_iban: [
    /^(?:iban|conto) (?:controparte|ordinante|beneficiario|ordinante beneficiario|beneficiario ordinante|pagatore|debitore)$/,
  ],
  party_fiscal_code: [
    /^(?:codice fiscale|cod fiscale|cf|c f|codice fiscale (?:controparte|ordinante|debitore|p iva)|cod fisc)$/,
  ],
  texts: [
    /^(?:descrizione|causale|dettagli|dettaglio|note|operazione|tipo operazione|tipologia|informazioni aggiuntive|causale pagamento)(?: (?:estesa|completa|aggiuntiva|aggiuntive|causale|operazion[ei]|moviment[oi]|dell operazione|del movimento))*$/,
    /^causale descrizione$/,
  ],
  value_or_currency: [/^valuta$/],
  unclear_iban: [/^iban$/],
}

/** Amounts that say nothing about the account's movements. */
const ignored =
  /^(?:saldo (?:disponibile|liquido)|(?:importo|controvalore) (?:originale|originario|in divisa|in valuta)|cambio|tasso di cambio)(?: (?:eur|euro))?$/

/** Refuses a column of amounts with an unknown name: it may be charges, another sign or a balance to check. */
export function refuseUnknownAmounts(rows: CsvRow[], { header, others }: Columns): void {
  for (const column of others) {
    const name = header.cells[column]!
    if (ignored.test(folded(name))) continue
    const row = rows.find(({ cells }) =>
      /^[-−+(]?\s*[€\d.]*\d,\d\d\s*(?:\)|€|EUR)?$/.test(cells[column] ?? ''),
    )
    if (row)
      throw new BankFileRefused(
        `La colonna «${name.slice(0, 40)}» contiene importi e Saldo non sa che cosa sono. Se non serve, elimina la colonna e carica di nuovo il file.`,
        header.line,
      )
  }
}

/** How many rows may stand above the header. */
const above = 60

/** Finds separator and header; null when no row names a date and something else. */
export function columnsOf(text: string): Columns | null {
  const found = separators
    .map((separator) => bestHeader(text, separator))
    .filter((each) => each !== null)
    .sort((a, b) => b.known - a.known)
  return found[0] ? columnsIn(found[0].header, found[0].separator) : null
}

function bestHeader(text: string, separator: string) {
  for (const header of firstRows(text, separator, above)) {
    const fields = new Set(header.cells.flatMap((cell) => fieldOf(folded(cell))?.field ?? []))
    const hasDate = fields.has('booked') || fields.has('value')
    const hasMoney = ['amount', 'debit', 'credit', 'balance'].some((field) => fields.has(field as Field))
    if (fields.size >= 3 || (hasDate && hasMoney)) return { header, separator, known: fields.size }
  }
  return null
}

function columnsIn(header: CsvRow, separator: string): Columns {
  const ranked = new Map<Field, { column: number; rank: number }[]>()
  const others: number[] = []
  for (const [column, cell] of header.cells.entries()) {
    const name = fieldOf(folded(cell))
    if (name) ranked.set(name.field, [...(ranked.get(name.field) ?? []), { column, rank: name.rank }])
    else if (cell !== '') others.push(column)
  }
  const only = (field: Exclude<Field, 'texts'>): number | null => {
    const [first, second] = (ranked.get(field) ?? []).sort((a, b) => a.rank - b.rank)
    if (first && second?.rank === first.rank)
      throw new BankFileRefused(
        `Le colonne «${header.cells[first.column]}» e «${header.cells[second.column]}» sembrano lo stesso dato. Elimina quella che non serve e carica di nuovo il file.`,
        header.line,
      )
    return first?.column ?? null
  }
  const fields = Object.fromEntries(
    (Object.keys(names) as Field[]).filter((field) => field !== 'texts').map((field) => [field, only(field)]),
  ) as Record<Exclude<Field, 'texts'>, number | null>
  const texts = (ranked.get('texts') ?? []).map(({ column }) => column)
  requireColumns({ ...fields, texts }, header)
  return { ...fields, booked: fields.booked!, texts, header, separator, others }
}

/** The sentence names what is missing and how banks call it. */
function requireColumns(
  found: Record<Exclude<Field, 'texts'>, number | null> & { texts: number[] },
  header: CsvRow,
): void {
  const refuse = (what: string) => {
    throw new BankFileRefused(
      `Nell’intestazione manca la colonna ${what}. Aggiungila, o scarica dalla banca un CSV completo: Saldo non prova a indovinare.`,
      header.line,
    )
  }
  if (found.booked === null) refuse('«Data contabile»')
  if (found.amount === null && found.debit === null && found.credit === null)
    refuse('«Importo» (oppure le due colonne «Dare» e «Avere»)')
  if (found.amount === null && found.debit === null) refuse('«Dare» (o «Uscite»)')
  if (found.amount === null && found.credit === null) refuse('«Avere» (o «Entrate»)')
  if (found.texts.length === 0) refuse('«Descrizione» (o «Causale»)')
  if (found.amount !== null && (found.debit !== null || found.credit !== null))
    throw new BankFileRefused(
      'Ci sono sia la colonna «Importo» sia «Dare» o «Avere»: elimina quella che non serve e carica di nuovo il file.',
      header.line,
    )
}

function fieldOf(name: string): { field: Field; rank: number } | null {
  for (const [field, patterns] of Object.entries(names)) {
    const rank = patterns.findIndex((pattern) => pattern.test(name))
    if (rank >= 0) return { field: field as Field, rank }
  }
  return null
}

/** Lower case without accents, points and signs: `Importo (€)` becomes `importo eur`. */
export const folded = (text: string): string =>
  text
    .replaceAll('€', ' eur ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
