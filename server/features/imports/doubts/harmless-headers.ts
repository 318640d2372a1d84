import { normalHeader } from '../read/header-words.ts'

/*
 * A closed vocabulary of columns that nobody needs in a bill: a column whose header has only these words is listed as not
 * imported, without a question. A word that is not here is asked about.
 */

const HARMLESS = new Set(
  `nota note annotazione annotazioni osservazione osservazioni commento commenti promemoria protocollo prot telefono cellulare
  fax pec sito web piano piani millesimi millesimo millesimali millesimale mill tabella tab mq superficie metri quadri vani vano
  categoria catastale catastali catasto mappale particella subalterno sub rendita destinazione uso tipo tipologia natura riga
  righe progressivo prog ordine ordinamento firma firme visto operatore ufficio lingua sesso nascita luogo cittadinanza provincia
  cap civico percento percentuale perc quota carature matricola contatore posizione ubicazione zona citofono foglio
  numero codice id cliente condomino utente anagrafica unita immobile persone componenti nucleo
  data stampa nascita qualita ruolo nazione anno esercizio mc kwh cubi nazionalita stampato inviato
  modalita invio spedizione consegna recapito presso titolo email`.split(/\s+/),
)

/** Words that never stand alone as a header without telling something: `Quota` may be money, `Titolo` a person's title. */
const NOT_ALONE = new Set([
  'data',
  'quota',
  'foglio',
  'presso',
  'email',
  'immobile',
  'anagrafica',
  'cliente',
  'condomino',
  'utente',
  'recapito',
])

/** Fields of a bill that change neither who pays nor how much nor when: a second column of one of them is listed only. */
export const SECONDARY: ReadonlySet<string> = new Set([
  'phone',
  'notes',
  'address',
  'zip_code',
  'city',
  'province',
  'creditor_reference',
])

const PAYERS = new Set(['condomino', 'debitore', 'cliente', 'intestatario', 'proprietario', 'addebito'])

/** Units of what is measured, not paid. */
const MEASURES = new Set(['mc', 'mq', 'kwh', 'millesimi', 'mill'])

/** Whether the header names something that no bill needs. */
export function isHarmless(header: string): boolean {
  const words = normalHeader(header)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return false
  if (words.length === 1 && NOT_ALONE.has(words[0] ?? '')) return false
  if (words.at(-1) === 'rate' && words.every((word) => word === 'numero' || word === 'rate')) return true
  if (words.some((word) => MEASURES.has(word))) return true
  // The payer's own account is not where a bill is paid to.
  if (words.includes('iban') && words.some((word) => PAYERS.has(word))) return true
  return (
    words.every((word) => HARMLESS.has(word) || /^[a-z]$|^\d{1,2}$/.test(word)) &&
    words.some((word) => HARMLESS.has(word))
  )
}

/** Whether numbers are expected below a harmless header. */
export const holdsNumbers = (header: string): boolean =>
  /\b(?:mill|millesim\w+|tab|tabella|mq|superficie|metri|vani|percento|perc|percentuale|quota|carature|rendita|mc|kwh|consumo|anno|esercizio|numero|codice|id|prog|progressivo|riga|ordine|matricola|contatore|piano|sub|subalterno|particella|mappale|foglio|cap|civico|telefono|cellulare|fax|persone|componenti|protocollo|prot)\b/.test(
    normalHeader(header),
  )

/** Kinds of expense, which are parts of a total and not instalments. */
const EXPENSE =
  /\b(?:acqua|idric[oa]|fredda|calda|acs|riscaldamento|risc|raffrescamento|gas|luce|energia|elettric\w+|ascensore|pulizi[ae]|scal[ae]|giardin\w+|verde|portier\w+|portineria|custod\w+|antenna|citofono|cancello|autorimess\w+|garage|box|cantin[ae]|general[ei]|ordinari[aeo]|straordinari[aeo]|conguagli[oi]|proprieta|gestione|manutenzion[ei]|assicurazion[ei]|amministrazion[ei]|compens[oi]|lavori|fondo|riserva|spes[ae]|consum[oi]|postal[ei]|boll[oi]|iva|imponibile|cassa|mora|interessi|sollecit[oi]|commission[ei]|arretrat[oi]|arrotondament[oi])\b/
export const isExpense = (header: string): boolean => EXPENSE.test(normalHeader(header))
/** `di cui IVA`: included in another column. */
export const isIncluded = (header: string): boolean => /^\W*(?:di )?cui\b/i.test(header.trim())
