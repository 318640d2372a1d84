/** Why a bank did not execute a transfer, or sent it back: the ISO 20022 codes that occur for transfers (EPC135-18). */
const sentences: Readonly<Record<string, string>> = {
  AC01: 'L’IBAN è sbagliato o non esiste: chiedi quello giusto.',
  AC03: 'L’IBAN di chi riceve non è valido: chiedi quello giusto.',
  AC04: 'Il conto di chi riceve è chiuso: chiedi un altro IBAN.',
  AC06: 'Il conto di chi riceve è bloccato: chiedi un altro IBAN.',
  AG01: 'Quel conto non riceve bonifici: chiedi un altro IBAN.',
  AM04: 'Sul conto del condominio non c’era abbastanza denaro.',
  BE04: 'Alla banca manca l’indirizzo di chi riceve.',
  MD07: 'Il titolare del conto è deceduto: senti gli eredi.',
  RR04: 'La banca ha fermato il bonifico per un controllo: chiedi a lei.',
}

/** The code as an Italian sentence for the office. */
export const transferFailure = (code: string): string =>
  sentences[code] ?? `La banca ha indicato il motivo ${code}: chiedi a lei che cosa significa.`
