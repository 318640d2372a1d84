import { fold } from '@saldo/domain/fold'

/**
 * Words in a title, the name of a sheet or a note that say that the rows may be no bills to be asked for, or that a mark or a
 * colour tells which of them are.
 */
const MATTER =
  /\b(?:incassi|incassat[eoi]|versament[oi]|pagamenti|pagat[eoi]|saldat[eoi]|fornitor[ei]|passiv[eoi]|annullat[eoi]|stornat[eoi]|not[ae] di credito|bozza|bozze|rimbors[oi]|credit[oi]|creditor[ei]|consuntivo|compensi|f24|archivio|storico|sospes[eoi]|prova|riepilogo|sollecit[oi]|estratto conto|prima nota|movimenti|contestat[eoi]|ex condomini|quietanze|ricevute)\b/
const OWED =
  /\bda (?:pagare|incassare|versare|saldare)\b|\bnon (?:pagat|incassat|versat|saldat)|\bscadenz[ae] (?:di |dei )?(?:pagament|versament)|\b(?:termine|entro|modalita|coordinate|causale|istruzioni|riferiment[oi])\b.*\b(?:pagament|versament)/
const LEGEND =
  /\bin (?:verde|rosso|giallo|grassetto|corsivo|blu|azzurro|arancio\w*|grigio)\b|\bevidenziat|\bbarrat|\bcolorat|^\W*\*+ ?[=:]?\s*\p{L}|\basterisc/u

/** Whether a line explains a mark or a colour of the rows. */
export const isLegend = (line: string): boolean => LEGEND.test(fold(line))

/** Whether a line says so. */
export const saysOtherMatter = (line: string): boolean => {
  const text = fold(line)
  return text.length <= 200 && (LEGEND.test(text) || (MATTER.test(text) && !OWED.test(text)))
}
