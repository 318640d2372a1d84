import { expenseNatures } from '../bills/expense-payers.ts'
import { paymentMethodLabels } from '../payments/payment-method.ts'
import { reversalReasons } from '../payments/reversal.ts'
import { rightNames } from '../right-holder.ts'
import { sectionNames } from '../section.ts'
import { budgetStateLabels } from '../state-labels.ts'

const place = {
  address: 'Indirizzo',
  house_number: 'Civico',
  city: 'Comune',
  zip_code: 'CAP',
  prov: 'Provincia',
}

const inLowerCase = (names: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([value, name]) => [value, name.toLowerCase()]))

/** The data of an office, or of one that is not complete yet. */
const office = {
  business_name: 'Ragione sociale',
  is_store: 'Negozio',
  firstname: 'Nome',
  lastname: 'Cognome',
  ...place,
  fiscal_code: 'Codice fiscale',
  vat_number: 'Partita IVA',
  primary_email: 'E-mail',
  primary_mobile_phone: 'Telefono',
}

/** A kind of record in the audit log, as people read it. */
type AuditedRecord = {
  name: string
  /** Its fields: the same word may mean something else in another table. */
  fields: Record<string, string>
  /** Labels of stored values, by field. */
  values?: Record<string, Record<string, string>>
  /** The fields that are integer cents. */
  cents?: readonly string[]
}

/**
 * The kinds of record in the audit log with their Italian words. The table audit_nouns says which section reads each.
 * `audit-log.test.ts` asks for every noun, and for every field of every audited table.
 */
export const auditedRecords = {
  accounts: {
    name: 'Condominio',
    fields: {
      name: 'Nome',
      state: 'Stato',
      activated_at: 'Attivato il',
      closed_at: 'Chiuso il',
      fiscal_code: 'Codice fiscale',
      iban: 'IBAN',
      ...place,
      email: 'E-mail',
      phone: 'Telefono',
      provider_account: 'Conto del provider',
      account_destination: 'Account incassi',
      flag_pay_card: 'Si paga con carta',
      flag_pay_debit: 'Si paga con addebito',
      flag_pay_klarna: 'Si paga con Klarna',
      minimum_payment: 'Pagamento minimo',
      kind: 'Tipo',
      agreed_bps: 'Tasso pattuito, centesimi di punto',
      closed_to: 'Conti chiusi fino al',
      reason: 'Motivo',
    },
    cents: ['minimum_payment'],
  },
  iban_changes: {
    name: 'Cambio di IBAN',
    fields: {
      old_iban: 'IBAN di prima',
      new_iban: 'IBAN nuovo',
      state: 'Stato',
      told: 'Avvisati',
      code_to: 'Codice inviato a',
      requested_by_name: 'Richiesto da',
      requested_at: 'Richiesto il',
      expires_at: 'Scade il',
      decided_by_name: 'Deciso da',
      decided_at: 'Deciso il',
    },
  },
  units: {
    name: 'Unità',
    fields: {
      staircase: 'Scala',
      number: 'Numero',
      floor: 'Piano',
      use: 'Uso',
      cadastral_sheet: 'Foglio catastale',
      cadastral_parcel: 'Particella',
      cadastral_subunit: 'Subalterno',
      cadastral_category: 'Categoria catastale',
      notes: 'Note',
      name: 'Nome',
    },
    values: {
      use: {
        home: 'abitazione',
        shop: 'negozio',
        office: 'ufficio',
        garage: 'box',
        cellar: 'cantina',
        other: 'altro',
      },
    },
  },
  right_holders: {
    name: 'Titolare',
    fields: {
      right_kind: 'Diritto',
      share_numerator: 'Quota, numeratore',
      share_denominator: 'Quota, denominatore',
      since: 'Dal',
      until: 'Al',
      pays: 'Riceve le bollette',
    },
    values: {
      right_kind: inLowerCase(rightNames),
    },
  },
  weight_tables: {
    name: 'Tabella millesimale',
    fields: {
      name: 'Nome',
      kind: 'Tipo',
      weight: 'Peso',
    },
    values: {
      kind: {
        value: 'proprietà',
        stairs: 'scale',
        lift: 'ascensore',
        heating: 'riscaldamento',
        meter: 'contatori',
        other: 'altro',
      },
    },
  },
  subjects: {
    name: 'Persona',
    fields: {
      as_of: 'Alla data del',
      issuer: 'Rilasciato da',
      issued_at: 'Rilasciato il',
      revoked_at: 'Revocato il',
      revoke_reason: 'Motivo della revoca',
      given: 'Consenso',
      nominative: 'Nominativo',
      fiscal_code: 'Codice fiscale',
      email: 'E-mail',
      pec: 'PEC',
      phone: 'Telefono',
      ...place,
      merged_into: 'Unita a',
      merged_at: 'Unita il',
      payment: 'Transazione',
      collected: 'Incasso stornato',
      method: 'Pagato con',
      received_on: 'Ricevuto il',
      reason: 'Motivo',
      note: 'Nota',
      replaced: 'Registrato di nuovo come',
      title: 'Tipo',
      text: 'Testo',
      happened_at: 'Data e ora',
      call_back_on: 'Richiamare il',
      called_back_at: 'Richiamata il',
    },
    values: {
      method: inLowerCase(paymentMethodLabels),
      reason: inLowerCase(reversalReasons),
    },
    cents: ['collected'],
  },
  bills: {
    name: 'Bolletta',
    fields: {
      number: 'Numero',
      description: 'Descrizione',
      unit: 'Unità',
      issue_date: 'Data di emissione',
      amount: 'Importo',
      status: 'Stato',
      link_version: 'Versione del link',
      freed: 'Già pagato',
      surplus: 'Quelli già pagati',
      reason: 'Motivo',
    },
    values: {
      status: { draft: 'bozza', issued: 'emessa', cancelled: 'annullata' },
      surplus: { credit: 'restano a credito', refund: 'si rimborsano' },
    },
    cents: ['amount', 'freed'],
  },
  budgets: {
    name: 'Preventivo',
    fields: {
      description: 'Descrizione',
      amount: 'Importo',
      previous_amount: 'Importo nel preventivo copiato',
      nature: 'Natura',
      tenant_percent: 'Quota dell’inquilino, per cento',
      usufructuary_percent: 'Quota dell’usufruttuario, per cento',
      criterion: 'Criterio di riparto',
      fixed_percent: 'Quota fissa, per cento',
      starts_on: 'Inizio dell’esercizio',
      ends_on: 'Fine dell’esercizio',
      name: 'Nome',
      state: 'Stato',
      issue_date: 'Data di emissione',
      due_dates: 'Scadenze',
      bills: 'Bollette',
    },
    values: {
      criterion: {
        table: 'per tabella',
        stairs: 'scale e ascensore',
        terrace: 'lastrico in uso esclusivo',
        metered: 'a consumo',
        direct: 'solo ad alcune unità',
      },
      nature: inLowerCase(expenseNatures),
      state: inLowerCase(budgetStateLabels),
    },
    cents: ['amount', 'previous_amount'],
  },
  reminders: {
    name: 'Sollecito',
    fields: {
      name: 'Nome',
      automatic: 'Automatico',
      not_within_days: 'Giorni fra due solleciti',
      least_residue: 'Importo minimo',
      address_form: 'Tu o Lei',
      steps: 'Livelli',
      sent: 'Inviati',
    },
    values: { address_form: { tu: 'tu', lei: 'Lei' } },
    cents: ['least_residue'],
  },
  plans: {
    name: 'Piano di rientro',
    fields: {
      name: 'Nome',
      state: 'Stato',
      amount: 'Importo',
      grace_days: 'Giorni di tolleranza',
      expires_on: 'Proposta valida fino al',
      email: 'E-mail',
      note: 'Nota',
      accepted_at: 'Accettato il',
      accepted_from: 'Accettato da (indirizzo IP)',
      ended_at: 'Finito il',
    },
    cents: ['amount'],
  },
  payments: {
    name: 'Pagamento',
    fields: {},
  },
  refunds: {
    name: 'Rimborso',
    fields: {},
  },
  payment_allocations: {
    name: 'Imputazione',
    fields: {},
  },
  payment_sources: {
    name: 'Metodo di pagamento',
    fields: {},
  },
  debits: {
    name: 'Addebito',
    fields: {},
  },
  documents: {
    name: 'Documento',
    fields: {
      type: 'Tipo',
      file_name: 'File',
      mime: 'Formato',
      size: 'Dimensione in byte',
      state: 'Stato',
      reason: 'Motivo',
      checked_at: 'Controllato il',
    },
    values: { state: { to_check: 'da verificare', checked: 'verificato', invalid: 'non valido' } },
  },
  customers: {
    name: 'Cliente',
    fields: {
      ...office,
      state: 'Stato',
      interest_first: 'Imputazione: prima gli interessi',
      activated_at: 'Attivato il',
      agent_name: 'Agente',
      from_date: 'Dal',
      to_date: 'Al',
    },
    values: { state: { '0': 'in attesa di attivazione', '1': 'attivo' } },
  },
  incomplete_customers: {
    name: 'Cliente incompleto',
    fields: {
      ...office,
    },
  },
  blocked_ibans: {
    name: 'IBAN bloccato',
    fields: {
      iban: 'IBAN',
      reason: 'Motivo',
    },
  },
  users: {
    name: 'Utente',
    fields: {
      section: 'Sezione',
      level: 'Permesso',
      user_name: 'Nome utente',
      nominative: 'Nominativo',
      email: 'E-mail',
      state: 'Stato',
      invited_at: 'Invitato il',
      flag_super_user: 'Backoffice',
      flag_can_buy_service_is_active: 'Può acquistare servizi',
      flag_under_maintenance: 'In manutenzione',
      is_subuser: 'Sottoutente',
      all_accounts: 'Tutti i condomìni',
    },
    values: {
      section: sectionNames,
      level: { read: 'vedere', write: 'modificare' },
    },
  },
  api_users: {
    name: 'Accesso API',
    fields: {
      user_name: 'Nome utente',
      webhook_url: 'Indirizzo del webhook',
    },
  },
  agents: {
    name: 'Agente',
    fields: {
      firstname: 'Nome',
      lastname: 'Cognome',
      business_name: 'Ragione sociale',
      name: 'Nome',
      fiscal_code: 'Codice fiscale',
      vat_number: 'Partita IVA',
      email: 'E-mail',
      phone: 'Telefono',
      commission_bps: 'Provvigione, centesimi di punto',
      ended_on: 'Ultimo giorno',
      month: 'Mese',
      fees_cents: 'Commissioni trattenute',
      reversed_cents: 'Commissioni restituite',
      base_cents: 'Base',
      commission_cents: 'Provvigione',
      status: 'Stato',
      paid_on: 'Pagata il',
      reference: 'Riferimento',
      closed_at: 'Chiuso il',
      customer_name: 'Cliente',
      from_date: 'Dal',
      to_date: 'Al',
    },
    values: { status: { closed: 'chiusa', paid: 'pagata' } },
    cents: ['fees_cents', 'reversed_cents', 'base_cents', 'commission_cents'],
  },
  imports: {
    name: 'Importazione',
    fields: {
      new_accounts: 'Condomìni nuovi',
      new_subjects: 'Persone nuove',
      new_units: 'Unità nuove',
      new_bills: 'Bollette nuove',
      new_amount: 'Importo delle bollette nuove',
      changed_rows: 'Righe che cambiano qualcosa',
    },
    cents: ['new_amount'],
  },
  provider_accounts: {
    name: 'Account incassi',
    fields: {},
  },
} satisfies Record<string, AuditedRecord>

export type AuditedNoun = keyof typeof auditedRecords
export const auditedNouns = Object.keys(auditedRecords) as [AuditedNoun, ...AuditedNoun[]]
/** The words for a noun; undefined: nobody declared it. */
export const wordsOf = (noun: string): AuditedRecord | undefined => auditedRecords[noun as AuditedNoun]
