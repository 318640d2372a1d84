import { fold } from '../fold.ts'

/** What each job does, as the back office reads it. The server's jobs are compared with it, so that none is missing. */
export const jobNames = {
  'alarm-mail-template': 'Avviso di un modello di e-mail guasto',
  'alarm-missing-rate': 'Controllo dei tassi legali mancanti',
  'announce-payment': 'Preavviso di un addebito avviato dalla bolletta',
  'announce-run': 'Preavvisi di una distinta di addebiti',
  'apply-provider-event': 'Applicazione di un evento del provider',
  'ask-to-pay': 'Richiesta di pagare le bollette di qualcuno',
  'book-transfer': 'Registrazione di una quota trasferita a un conto',
  'cancel-bills': 'Annullamento di bollette',
  'check-files': 'Confronto dei file con il disco',
  'delete-file': 'Cancellazione di un file',
  'end-expired-impersonations': 'Fine degli «Agisci come» scaduti',
  'expire-files': 'Cancellazione dei file oltre la conservazione',
  'expire-handovers': 'Cancellazione dei vecchi passaggi di consegne',
  'expire-mandates': 'Fine dei mandati non usati',
  'fold-figures': 'Riepilogo delle cifre dei report',
  'forget-expired': 'Pulizia di sessioni, codici e link scaduti',
  'give-up-bill-run': 'Avviso che un annullamento di bollette non è riuscito',
  'give-up-flow': 'Avviso che un flusso della banca non si legge',
  'give-up-handover': 'Avviso che un passaggio di consegne non è riuscito',
  'give-up-import': 'Avviso che un’importazione non è riuscita',
  'give-up-issuing': 'Avviso che l’emissione di un preventivo non è riuscita',
  'give-up-receipts': 'Avviso che un archivio di ricevute non è riuscito',
  'give-up-reminders': 'Avviso che un invio di solleciti non è riuscito',
  'issue-budget': 'Emissione delle bollette di un preventivo',
  'mail-office-debts': 'E-mail agli studi che hanno un debito',
  'mail-reports': 'Invio dei report periodici',
  'move-autopay': 'Addebiti di un addebito automatico',
  'move-debit': 'Passo successivo di un addebito previsto',
  'read-bounces': 'Lettura delle e-mail tornate indietro',
  'read-flow': 'Lettura di un flusso della banca',
  'read-handover': 'Controllo di un passaggio di consegne caricato',
  'read-import': 'Lettura di un’importazione',
  'read-payouts': 'Lettura degli accrediti del provider',
  'read-payouts-at-night': 'Avvio notturno della lettura degli accrediti',
  'read-pending': 'Lettura di quanto non è ancora disponibile presso il provider',
  'reconcile-at-night': 'Avvio notturno della riconciliazione',
  'recover-transfer': 'Recupero o restituzione di una somma contestata',
  'replace-autopay-source': 'Nuovo metodo di un addebito automatico',
  'register-resident': 'Registrazione di un condòmino',
  'rematch-at-night': 'Avvio notturno degli abbinamenti dei bonifici',
  'rematch-movements': 'Abbinamento dei bonifici di un condominio',
  'remind-at-night': 'Solleciti automatici della notte',
  'run-reconciliation': 'Riconciliazione con il provider',
  'scan-document': 'Controllo antivirus di un documento',
  'send-contact-change': 'Conferma di un nuovo indirizzo di riferimento',
  'send-delegation-invitation': 'Invito a pagare le bollette di qualcuno',
  'send-email': 'Invio di un’e-mail',
  'send-invitation': 'Invito di un utente',
  'send-money-transfer': 'Invio di uno spostamento di denaro',
  'send-pushes': 'Invio delle notifiche push',
  'send-recovery': 'Invio del recupero della password',
  'send-reminders': 'Invio di solleciti',
  'settle-attempt': 'Richiesta dell’esito di un pagamento',
  'settle-refund': 'Richiesta dell’esito di un rimborso',
  'settle-source': 'Richiesta dell’esito di un metodo di pagamento',
  'sum-balances': 'Somme dei saldi presso il provider',
  'sweep-attempts': 'Ripasso dei pagamenti senza esito',
  'sweep-autopays': 'Addebiti automatici da prevedere',
  'sweep-debits': 'Ripasso degli addebiti previsti',
  'sweep-disputes': 'Ripasso delle contestazioni',
  'sweep-money-transfers': 'Ripasso degli spostamenti di denaro',
  'sweep-plans': 'Ripasso dei piani di rientro',
  'sweep-recoveries': 'Ripasso delle somme contestate da recuperare',
  'sweep-refunds': 'Ripasso dei rimborsi',
  'sweep-sources': 'Ripasso dei metodi di pagamento',
  'take-over': 'Acquisizione di un passaggio di consegne',
  'tell-review': 'Esito di un documento verificato, allo studio',
  'undo-import': 'Annullamento di un’importazione',
  'watch-operations': 'Controlli di Operazioni',
  'write-handover': 'Archivio di un passaggio di consegne',
  'write-import': 'Scrittura di un’importazione',
  'write-receipts': 'Archivio di ricevute',
} as const satisfies Record<string, string>

/** `send-email` → *Invio di un’e-mail*; a job that there is no more keeps its own name. */
export const jobName = (name: string): string =>
  Object.hasOwn(jobNames, name) ? jobNames[name as keyof typeof jobNames] : name

/** The jobs whose Italian name contains all words of the text. */
export function jobsNamed(text: string): string[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return Object.entries(jobNames)
    .filter(([, italian]) => words.every((word) => fold(italian).includes(word)))
    .map(([name]) => name)
}
