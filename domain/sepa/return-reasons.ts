/**
 * Why a SEPA debit was not collected or came back: the ISO 20022 codes of the EPC's guidance on R-transactions
 * (EPC173-14), as pain.002, camt.053 and camt.054 carry them.
 */
export type ReturnReason = {
  /** For the administrator: what happened and what to do. */
  office: string
  /** For the payer. */
  payer: string
  /** The same debit may be presented again as it is: only where time may solve it. */
  retry: boolean
  /**
   * `mandate`: nothing may be collected by this mandate any more. `account`: this account cannot be debited; the mandate
   * stays and goes on with another IBAN, as an amendment.
   */
  ends: 'mandate' | 'account' | null
}

const retried = { retry: true, ends: null } as const
const corrected = { retry: false, ends: null } as const
const endsAccount = { retry: false, ends: 'account' } as const
const endsMandate = { retry: false, ends: 'mandate' } as const

const payOtherwise = 'La banca non ha eseguito l’addebito. Paga in altro modo o scrivi all’amministratore.'

export const returnReasons: Readonly<Record<string, ReturnReason>> = {
  AC01: {
    office: 'L’IBAN è sbagliato o non esiste: chiedi quello giusto a chi paga.',
    payer: 'La banca non trova il tuo conto. Controlla l’IBAN e comunica quello giusto all’amministratore.',
    ...endsAccount,
  },
  AC04: {
    office: 'Il conto di chi paga è chiuso: serve un mandato nuovo con un altro IBAN.',
    payer: 'Il conto è chiuso. Dai un nuovo mandato con un altro IBAN o paga in altro modo.',
    ...endsMandate,
  },
  AC06: {
    office: 'Il conto di chi paga è bloccato: chiedi un altro IBAN o un altro modo di pagare.',
    payer: 'Il conto non accetta addebiti. Chiama la tua banca, o paga in altro modo.',
    ...endsAccount,
  },
  AC13: {
    office: 'Il conto è di un consumatore e non ammette addebiti B2B: serve un mandato nuovo di tipo CORE.',
    payer: 'Il tuo conto non accetta addebiti fra imprese. Dai un nuovo mandato o paga in altro modo.',
    ...endsMandate,
  },
  AG01: {
    office: 'Questo tipo di conto non ammette addebiti: chiedi un altro IBAN o un altro modo di pagare.',
    payer: 'Questo conto non accetta addebiti SEPA. Usa un altro IBAN o paga in altro modo.',
    ...corrected,
  },
  AG02: {
    office:
      'La banca non accetta il codice dell’operazione: spesso è sbagliata la sequenza (primo addebito o successivo). Chiedi alla banca.',
    payer: payOtherwise,
    ...corrected,
  },
  AM02: {
    office: 'L’importo supera il massimo che la banca ammette: accordati con chi paga per un altro modo.',
    payer: 'L’importo supera il limite della tua banca per gli addebiti. Paga in altro modo.',
    ...corrected,
  },
  AM04: {
    office: 'Sul conto non c’era abbastanza denaro: l’addebito si può ripresentare.',
    payer: 'Sul conto non c’era abbastanza denaro.',
    ...retried,
  },
  AM05: {
    office: 'Per la banca l’addebito è un doppione: controlla se lo stesso incasso è già stato presentato.',
    payer: 'La banca ha già visto un addebito uguale. Controlla i movimenti prima di pagare in altro modo.',
    ...corrected,
  },
  BE01: {
    office: 'Il nome non è quello dell’intestatario del conto: controlla a chi è intestato.',
    payer: 'L’intestatario del mandato non è quello del conto. Ricontrolla il nome e l’IBAN.',
    ...corrected,
  },
  BE05: {
    office:
      'La banca non riconosce l’identificativo del creditore (CID): controllalo nei dati del condominio.',
    payer: payOtherwise,
    ...corrected,
  },
  CNOR: {
    office: 'La banca del condominio non è raggiungibile per gli addebiti SEPA: chiedi alla tua banca.',
    payer: payOtherwise,
    ...corrected,
  },
  DNOR: {
    office: 'La banca di chi paga non aderisce agli addebiti SEPA: chiedi un altro IBAN.',
    payer: 'La tua banca non esegue addebiti SEPA. Usa un altro IBAN o paga in altro modo.',
    ...endsAccount,
  },
  DT01: {
    office:
      'La data non è valida, o la presentazione è arrivata tardi: presenta l’addebito con un’altra data.',
    payer: payOtherwise,
    ...corrected,
  },
  DUPL: {
    office: 'È stato chiesto l’annullamento perché l’addebito era doppio.',
    payer: 'L’addebito era doppio ed è stato annullato.',
    ...corrected,
  },
  ED05: {
    office: 'Il regolamento fra le banche non è riuscito: chiedi alla tua banca.',
    payer: payOtherwise,
    ...corrected,
  },
  FF01: {
    office: 'La banca non ha accettato il formato del file: chiedile quale versione di pain.008 vuole.',
    payer: payOtherwise,
    ...corrected,
  },
  FF05: {
    office: 'Il tipo di addebito non è quello che la banca si aspetta (CORE o B2B): controlla il mandato.',
    payer: payOtherwise,
    ...corrected,
  },
  FOCR: {
    office: 'La banca ha restituito l’addebito perché ne era stato chiesto l’annullamento.',
    payer: 'L’addebito è stato annullato.',
    ...corrected,
  },
  MD01: {
    office: 'Per la banca non c’è un mandato valido: serve un mandato nuovo.',
    payer: 'La banca dice che l’addebito non è autorizzato. Dai un nuovo mandato o paga in altro modo.',
    ...endsMandate,
  },
  MD02: {
    office:
      'I dati del mandato mancano o sono sbagliati: controlla riferimento, data della firma e intestatario.',
    payer: 'La banca non ritrova i dati del mandato. L’amministratore li sta controllando.',
    ...corrected,
  },
  MD06: {
    office:
      'Chi paga ha chiesto il rimborso alla sua banca entro otto settimane: accordati con chi deve pagare.',
    payer:
      'Hai chiesto alla tua banca il rimborso dell’addebito. Paga in altro modo o scrivi all’amministratore.',
    ...endsMandate,
  },
  MD07: {
    office: 'L’intestatario del conto è morto: rivolgiti agli eredi.',
    payer: 'Il conto risulta bloccato. Scrivi all’amministratore.',
    ...endsMandate,
  },
  MS02: {
    office: 'Chi paga ha rifiutato l’addebito: chiedi perché prima di presentarne altri.',
    payer: 'L’addebito è stato rifiutato presso la banca. Paga in altro modo o scrivi all’amministratore.',
    ...corrected,
  },
  MS03: {
    office: 'La banca non ha detto il motivo: l’addebito si può ripresentare.',
    payer: 'La banca non ha potuto eseguire l’addebito.',
    ...retried,
  },
  RC01: {
    office: 'Il codice della banca (BIC) è sbagliato: ricontrolla l’IBAN con chi paga.',
    payer: 'La banca di questo IBAN non è stata trovata. Ricontrolla l’IBAN o usane un altro.',
    ...corrected,
  },
  RR01: {
    office: 'Per legge la banca vuole il conto o l’identificazione di chi paga: completa i suoi dati.',
    payer: payOtherwise,
    ...corrected,
  },
  RR02: {
    office: 'Per legge la banca vuole nome o indirizzo di chi paga: completa i suoi dati.',
    payer: payOtherwise,
    ...corrected,
  },
  RR03: {
    office: 'Per legge la banca vuole nome o indirizzo del creditore: completa i dati del condominio.',
    payer: payOtherwise,
    ...corrected,
  },
  RR04: {
    office:
      'La banca non ha eseguito l’addebito per un obbligo di legge e non dice quale: chiedi alla tua banca.',
    payer:
      'La banca non ha eseguito l’addebito per un obbligo di legge. Chiamala, oppure paga in altro modo.',
    ...corrected,
  },
  SL01: {
    office:
      'Chi paga ha messo un limite presso la sua banca (creditori ammessi, importo o frequenza): deve toglierlo, o pagare in altro modo.',
    payer:
      'Hai messo un limite agli addebiti presso la tua banca. Chiedi di toglierlo, o paga in altro modo.',
    ...corrected,
  },
  TECH: {
    office: 'L’addebito è stato annullato per un problema tecnico: chiedi alla tua banca prima di rifarlo.',
    payer: 'L’addebito è stato annullato per un problema tecnico.',
    ...corrected,
  },
  TM01: {
    office: 'Il file è arrivato alla banca oltre l’orario: presenta l’addebito con un’altra data.',
    payer: payOtherwise,
    ...corrected,
  },
}

const unknown: ReturnReason = {
  office: 'La banca dà un motivo che non conosciamo: chiedile che cosa significa.',
  payer: payOtherwise,
  ...corrected,
}

/** The reason of a code. One that we do not know is neither retried nor ends anything: a person decides. */
export const returnReason = (code: string | null): ReturnReason =>
  code === null
    ? { ...unknown, office: 'La banca non ha detto il motivo: chiedilo alla tua banca.' }
    : Object.hasOwn(returnReasons, code)
      ? (returnReasons[code] as ReturnReason)
      : unknown

/** What kind of R-transaction it is (EPC016-06, chapter 4.4). */
export const returnKinds = {
  reject: 'Scarto prima dell’addebito',
  refusal: 'Rifiuto di chi paga',
  cancellation: 'Annullamento richiesto',
  return: 'Insoluto dopo l’addebito',
  refund: 'Rimborso chiesto da chi paga',
  reversal: 'Storno del creditore',
} as const
export type ReturnKind = keyof typeof returnKinds

const cancellations = new Set(['FOCR', 'DUPL', 'TECH'])

/**
 * The kind follows from when it came and why. Before settlement a debit is rejected by a bank or refused by the payer
 * (MS02). Afterwards a bank returns it, or the payer claims a refund: MD06 within eight weeks; MD01 without a valid
 * mandate, within thirteen months (banks return for MD01 within five days only, and then as a return, which says the
 * same to the creditor). `reversed`: the creditor itself took the debit back.
 */
export function returnKind(
  code: string | null,
  { settled, reversed = false }: { settled: boolean; reversed?: boolean },
): ReturnKind {
  if (reversed) return 'reversal'
  if (code !== null && cancellations.has(code)) return 'cancellation'
  if (!settled) return code === 'MS02' ? 'refusal' : 'reject'
  return code === 'MD06' || code === 'MD01' ? 'refund' : 'return'
}
