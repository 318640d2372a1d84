import { fold } from '@saldo/domain/fold'
import { type Cell, cellText } from '../spreadsheet/cells.ts'
import { isTotalLabel } from './header-words.ts'
import type { Complaint } from './row-checks.ts'

/* Texts in the place of a name that name nobody: labels of summary rows, marks for an empty unit, signs. */

type Of = (field: never) => Cell | undefined
const textOf = (of: Of, field: string): string => cellText(of(field as never))

const plain = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** `Fondo cassa`, `RIEPILOGO`, `Spese generali`: no totals to compare the rows with, and no people. */
const SUMMARY =
  /^(?:riepilogo\b.*|riassunto\b.*|(?:importo )?medi[ao]|arrotondament[oi]|differenz[ae]|cassa|banca|c c|conto corrente(?: .*)?|millesimi|(?:in )?cassa contanti|(?:dis)?avanzo\b.*|conguagli[oe]?\b.*|saldo (?:di )?(?:cassa|banca|c c|conto|gestione|esercizio|bancario)\b.*|fondo (?:di )?(?:cassa|riserva|spese|lavori|morosita|manutenzion[ei]|accantonamento|straordinari[oa]|comune|ammortamento)\b.*|spese (?:generali|comuni|condominiali|varie|legali|bancarie|postali|di gestione|individuali)\b.*|compens[oi] amministrator[ei]\b.*|quadratura\b.*|(?:totale )?(?:generale|general))$/
const isSummaryLabel = (text: string): boolean => SUMMARY.test(plain(text))

const EMPTY_UNIT =
  /^(?:sfitt[oa]|vuot[oa]|liber[oa]|n d|n a|nd|non (?:assegnat[oa]|abitat[oa]|affittat[oa]|locat[oa]|presente)|da (?:definire|assegnare|vendere)|invendut[oa]|nessuno|x+|sconosciut[oa]|disabitat[oa])$/

/** Whether the text names nobody: an empty unit's mark, a sign, a number. */
export const namesNobody = (text: string): boolean =>
  EMPTY_UNIT.test(plain(text)) || (text.match(/\p{L}/gu)?.length ?? 0) < 2

/** Whether the row sums up others: its label stands for the person or the unit, and nothing else says who or which. */
export function isSummaryRow(of: Of): boolean {
  const holder = textOf(of, 'holder') || textOf(of, 'surname')
  const unit = textOf(of, 'unit')
  if (textOf(of, 'fiscal_code') || textOf(of, 'vat_number')) return false
  if (isSummaryLabel(unit) || isTotalLabel(unit)) return namesNobody(holder)
  return isSummaryLabel(holder) && unit === '' && textOf(of, 'number') === ''
}

/** Why the cell of the name names nobody; null when it may be a name, or is empty. */
export function whyNobody(of: Of): Complaint<'holder'> | null {
  const text = textOf(of, 'holder')
  if (text === '') return null
  const message = isSummaryLabel(text)
    ? `«${text}» sembra un riepilogo, non una persona: scrivi il nome o lascia fuori la riga.`
    : namesNobody(text)
      ? `«${text}» non è un nome: scrivi nome e cognome o ragione sociale, o lascia fuori la riga.`
      : null
  return message ? { field: 'holder', code: 'missing', message } : null
}
