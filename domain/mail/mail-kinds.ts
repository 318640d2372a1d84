/** The Italian names of the mails, by template. */
const names: Record<string, string> = {
  'account-activated': 'Condominio attivato',
  'access-elsewhere': 'Accesso passato a un altro indirizzo',
  added: 'Bollette aggiunte all’accesso',
  'bill-link': 'Link della bolletta',
  'contact-change': 'Conferma del nuovo indirizzo',
  'contact-changed': 'Indirizzo di riferimento cambiato',
  'credit-refund': 'Credito restituito',
  'customer-activated': 'Studio attivato',
  'debit-failed': 'Addebito non riuscito',
  'debit-notice': 'Preavviso di addebito',
  dispute: 'Contestazione',
  'document-invalid': 'Documento non valido',
  'email-change': 'Conferma del nuovo indirizzo',
  'email-changed': 'Indirizzo dell’accesso cambiato',
  'iban-change': 'Cambio di IBAN',
  'iban-code': 'Codice per un nuovo IBAN',
  invitation: 'Invito',
  'mandate-request': 'Mandato da firmare',
  'new-ibans': 'Nuovi IBAN',
  'office-debt': 'Debito dello studio',
  'one-time-code': 'Codice',
  'password-changed': 'Password cambiata',
  'password-recovery': 'Recupero della password',
  'plan-accepted': 'Piano di rientro accettato',
  'plan-ended': 'Piano di rientro finito',
  'plan-proposal': 'Piano di rientro proposto',
  'provider-account-change': 'Conto del provider',
  receipt: 'Ricevuta',
  'receipt-void': 'Ricevuta annullata',
  refund: 'Rimborso',
  registration: 'Registrazione',
  reminder: 'Sollecito',
  report: 'Report',
  'second-step-changed': 'Secondo passaggio cambiato',
  'source-link': 'Metodo di pagamento da salvare',
}

/** `receipt` → *Ricevuta*; a template without a name keeps its own. */
export const mailKindName = (template: string): string =>
  Object.hasOwn(names, template) ? (names[template] as string) : template
export const mailKindNames: Readonly<Record<string, string>> = names
