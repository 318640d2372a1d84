import { unitUseNames } from '../registry/unit.ts'
import { rightNames } from '../right-holder.ts'

/** What a manifest calls the format, and its version. A version changes when a reader of the former one could be wrong. */
export const handoverFormat = 'saldo-passaggio-di-consegne'
export const handoverVersion = 1

/**
 * A column of a table. `ref` is a number that another table, or another row, names; `amount` is in cents, written in euro
 * with a decimal comma; `date` is written dd/mm/yyyy; `weight` is in ten-thousandths, written with up to four decimals;
 * `choice` is one of the words. Whether a cell may be empty is said by `empty`.
 */
export type HandoverColumn = {
  field: string
  header: string
  kind: 'text' | 'amount' | 'date' | 'number' | 'ref' | 'weight' | 'choice'
  empty?: true
  words?: Readonly<Record<string, string>>
  /** The table whose first column it names. */
  of?: HandoverTableName
}
export type HandoverTable = { file: string; says: string; columns: readonly HandoverColumn[] }

const text = (field: string, header: string): HandoverColumn => ({ field, header, kind: 'text' })
const amount = (field: string, header: string): HandoverColumn => ({ field, header, kind: 'amount' })
const date = (field: string, header: string): HandoverColumn => ({ field, header, kind: 'date' })
const number = (field: string, header: string): HandoverColumn => ({ field, header, kind: 'number' })
const ref = (field: string, header: string, of?: HandoverTableName): HandoverColumn => ({
  ...{ field, header, kind: 'ref' },
  ...(of ? { of } : {}),
})
const choice = (field: string, header: string, words: Record<string, string>): HandoverColumn => ({
  ...{ field, header, kind: 'choice', words },
})
const optional = (column: HandoverColumn): HandoverColumn => ({ ...column, empty: true })

const yesNo = { yes: 'sì', no: 'no' }
const place = [
  optional(text('address', 'Indirizzo')),
  optional(text('house_number', 'Civico')),
  optional(text('zip_code', 'CAP')),
  optional(text('city', 'Città')),
  optional(text('prov', 'Provincia')),
]

export type HandoverTableName =
  | 'account'
  | 'people'
  | 'units'
  | 'holders'
  | 'weight_tables'
  | 'weights'
  | 'bills'
  | 'lines'
  | 'instalments'
  | 'credit_notes'
  | 'payments'
  | 'payment_bills'
  | 'refunds'
  | 'credits'
  | 'movements'
  | 'mandates'
  | 'documents'

/** The tables of a ZIP, in the order in which they are written and read: what a row names stands in an earlier table. */
export const handoverTables: Readonly<Record<HandoverTableName, HandoverTable>> = {
  account: {
    file: 'condominio.csv',
    says: 'I dati del condominio, in una riga.',
    columns: [
      text('name', 'Denominazione'),
      optional(text('fiscal_code', 'Codice fiscale')),
      optional(text('iban', 'IBAN')),
      optional(text('creditor_id', 'Identificativo del creditore')),
      ...place,
      optional(text('email', 'E-mail')),
      optional(text('phone', 'Telefono')),
    ],
  },
  people: {
    file: 'persone.csv',
    says: 'Le persone: condòmini, inquilini, chi ha bollette, crediti o mandati.',
    columns: [
      ref('subject_id', 'Rif. persona'),
      text('nominative', 'Nominativo'),
      optional(text('fiscal_code', 'Codice fiscale / P.IVA')),
      optional(text('email', 'E-mail')),
      optional(text('pec', 'PEC')),
      optional(text('phone', 'Telefono')),
      ...place,
    ],
  },
  units: {
    file: 'unita.csv',
    says: 'Le unità immobiliari, con i dati catastali.',
    columns: [
      ref('unit_id', 'Rif. unità'),
      optional(text('staircase', 'Scala')),
      text('number', 'Interno'),
      optional(text('floor', 'Piano')),
      choice('use', 'Tipo', unitUseNames),
      optional(text('cadastral_sheet', 'Foglio')),
      optional(text('cadastral_parcel', 'Particella')),
      optional(text('cadastral_subunit', 'Subalterno')),
      optional(text('cadastral_category', 'Categoria')),
      optional(text('notes', 'Note')),
    ],
  },
  holders: {
    file: 'titolari.csv',
    says: 'Chi ha quale diritto su quale unità, anche in passato, e chi riceve le bollette.',
    columns: [
      ref('unit_id', 'Rif. unità', 'units'),
      ref('subject_id', 'Rif. persona', 'people'),
      choice('right_kind', 'Diritto', rightNames),
      number('share_numerator', 'Quota'),
      number('share_denominator', 'Su'),
      optional(date('since', 'Dal')),
      optional(date('until', 'Al')),
      choice('pays', 'Riceve le bollette', yesNo),
    ],
  },
  weight_tables: {
    file: 'tabelle.csv',
    says: 'Le tabelle di ripartizione.',
    columns: [
      ref('weight_table_id', 'Rif. tabella'),
      text('name', 'Tabella'),
      choice('kind', 'Tipo', {
        value: 'Proprietà',
        stairs: 'Scale',
        lift: 'Ascensore',
        heating: 'Riscaldamento',
        meter: 'Contatori',
        other: 'Altro',
      }),
    ],
  },
  weights: {
    file: 'millesimi.csv',
    says: 'I millesimi, o le letture, di ogni unità in ogni tabella.',
    columns: [
      ref('weight_table_id', 'Rif. tabella', 'weight_tables'),
      ref('unit_id', 'Rif. unità', 'units'),
      { field: 'weight', header: 'Millesimi o lettura', kind: 'weight' },
    ],
  },
  bills: {
    file: 'bollette.csv',
    says: 'Le bollette, tutte: anche pagate, annullate e in bozza. Incassato, residuo e scaduto sono del giorno del passaggio.',
    columns: [
      ref('bill_id', 'Rif. bolletta'),
      text('number', 'Numero'),
      ref('subject_id', 'Rif. persona', 'people'),
      optional(text('unit', 'Unità')),
      text('description', 'Causale'),
      date('issue_date', 'Emessa il'),
      choice('status', 'Stato', { draft: 'bozza', issued: 'emessa', cancelled: 'annullata' }),
      amount('amount', 'Importo'),
      amount('settled', 'Incassato'),
      amount('residue', 'Residuo'),
      amount('overdue', 'Scaduto'),
      amount('pending', 'In corso'),
      choice('disputed', 'Contestata', yesNo),
    ],
  },
  lines: {
    file: 'righe.csv',
    says: 'Le voci di ogni bolletta. La loro somma è l’importo della bolletta.',
    columns: [
      ref('bill_id', 'Rif. bolletta', 'bills'),
      number('position', 'Riga'),
      text('description', 'Descrizione'),
      amount('amount', 'Importo'),
    ],
  },
  instalments: {
    file: 'rate.csv',
    says: 'Le scadenze di ogni bolletta, con quanto è stato incassato, è tornato indietro o è stato rimborsato.',
    columns: [
      ref('bill_id', 'Rif. bolletta', 'bills'),
      number('position', 'Rata'),
      date('due_date', 'Scadenza'),
      amount('amount', 'Importo'),
      amount('settled', 'Incassato'),
      amount('pending', 'In corso'),
      amount('returned', 'Tornato indietro'),
      amount('refunded', 'Rimborsato'),
    ],
  },
  credit_notes: {
    file: 'note-di-credito.csv',
    says: 'Le note di credito. L’importo delle bollette le comprende già.',
    columns: [
      text('number', 'Numero'),
      date('issue_date', 'Data'),
      ref('bill_id', 'Rif. bolletta', 'bills'),
      amount('amount', 'Importo'),
      text('reason', 'Motivo'),
    ],
  },
  payments: {
    file: 'incassi.csv',
    says: 'I pagamenti arrivati, anche quelli tornati indietro, con il numero della ricevuta.',
    columns: [
      ref('payment_id', 'Rif. incasso'),
      date('day', 'Data'),
      choice('method', 'Metodo', {
        CARD: 'Carta',
        SEPA_DEBIT: 'Addebito SEPA',
        KLARNA: 'Klarna',
        BANK_TRANSFER: 'Bonifico',
        CASH: 'Contanti',
        CHEQUE: 'Assegno',
        POSTAL_SLIP: 'Bollettino postale',
        OTHER: 'Altro',
        MAV: 'MAV',
        RIBA: 'RiBa',
        CREDIT: 'Credito',
      }),
      choice('state', 'Stato', {
        succeeded: 'riuscito',
        partly_refunded: 'rimborsato in parte',
        refunded: 'rimborsato',
        disputed: 'contestato',
        reversed: 'stornato',
        failed: 'tornato indietro',
        cancelled: 'annullato',
        processing: 'in corso',
        unknown: 'in verifica',
        created: 'iniziato',
        requires_action: 'da autorizzare',
      }),
      ref('subject_id', 'Rif. persona', 'people'),
      optional(text('payer_name', 'Pagatore')),
      amount('amount', 'Importo'),
      amount('refunded', 'Rimborsato'),
      optional(text('receipt_number', 'Ricevuta')),
      optional(text('reference', 'Riferimento')),
    ],
  },
  payment_bills: {
    file: 'incassi-bollette.csv',
    says: 'Che cosa ogni pagamento ha saldato, bolletta per bolletta.',
    columns: [
      ref('payment_id', 'Rif. incasso', 'payments'),
      ref('bill_id', 'Rif. bolletta', 'bills'),
      amount('amount', 'Importo'),
    ],
  },
  refunds: {
    file: 'rimborsi.csv',
    says: 'I rimborsi.',
    columns: [
      ref('payment_id', 'Rif. incasso', 'payments'),
      date('day', 'Data'),
      amount('amount', 'Importo'),
      choice('way', 'Modo', {
        provider: 'dal servizio di pagamento',
        outside: 'dallo studio',
        credit: 'come credito',
      }),
      choice('state', 'Stato', {
        recorded: 'registrato',
        unknown: 'in verifica',
        pending: 'in corso',
        requires_action: 'da autorizzare',
        succeeded: 'riuscito',
        failed: 'non riuscito',
        cancelled: 'annullato',
      }),
      optional(text('reason', 'Motivo')),
    ],
  },
  credits: {
    file: 'crediti.csv',
    says: 'I crediti che le persone hanno con il condominio.',
    columns: [ref('subject_id', 'Rif. persona', 'people'), amount('amount', 'Importo')],
  },
  movements: {
    file: 'movimenti.csv',
    says: 'I movimenti degli estratti conto caricati. In dare sono negativi.',
    columns: [
      date('booked_on', 'Data'),
      optional(date('value_on', 'Valuta')),
      amount('amount', 'Importo'),
      optional(text('party_name', 'Controparte')),
      optional(text('party_iban', 'IBAN della controparte')),
      optional(text('text', 'Causale')),
      amount('matched', 'Abbinato'),
    ],
  },
  mandates: {
    file: 'mandati.csv',
    says: 'I mandati di addebito presentati alla banca con un file. L’IBAN è intero: serve a chi presenterà i prossimi.',
    columns: [
      ref('mandate_id', 'Rif. mandato'),
      ref('subject_id', 'Rif. persona', 'people'),
      optional(text('umr', 'Riferimento (UMR)')),
      optional(text('debtor_name', 'Debitore')),
      optional(text('debtor_iban', 'IBAN')),
      text('creditor_id', 'Identificativo del creditore'),
      optional(date('signed_on', 'Firmato il')),
      choice('signing', 'Firmato', { paper: 'su carta', online: 'online', file: 'con un altro programma' }),
      choice('state', 'Stato', {
        draft: 'bozza',
        active: 'attivo',
        suspended: 'sospeso',
        revoked: 'revocato',
        expired: 'scaduto',
      }),
      choice('one_off', 'Per un solo addebito', yesNo),
      optional(date('last_used', 'Ultimo addebito')),
      text('proof_file', 'File della prova'),
      optional(text('scan_file', 'File della scansione')),
    ],
  },
  documents: {
    file: 'documenti.csv',
    says: 'I documenti del condominio che lo studio conservava.',
    columns: [
      ref('document_id', 'Rif. documento'),
      text('type', 'Tipo'),
      text('file_name', 'Nome del file'),
      date('day', 'Caricato il'),
      optional(text('file', 'File')),
    ],
  },
}
export const handoverTableNames = Object.keys(handoverTables) as HandoverTableName[]

/** A value of a row: text, code of a choice or day; cents, ten-thousandths or a number. Null: an empty cell. */
export type HandoverValue = string | number | null
export type HandoverRow = Readonly<Record<string, HandoverValue>>

/** What a manifest says of a file in the ZIP. `sums`: cents by header, of each column of amounts. */
export type HandoverFile = {
  name: string
  bytes: number
  sha256: string
  rows?: number
  sums?: Record<string, number>
}
export type HandoverManifest = {
  format: string
  version: number
  made_by: { product: string; office: string; person: string }
  made_at: string
  day: string
  condominium: { name: string; fiscal_code: string | null }
  pdfs: { from: string | null; to: string | null } | null
  totals: {
    bills: number
    amount: number
    settled: number
    residue: number
    overdue: number
    credits: number
  }
  files: HandoverFile[]
}

/** Names of files in the ZIP: lower-case, in at most one folder, nothing that climbs out of it. */
export const isHandoverPath = (name: string): boolean =>
  /^(?:[a-z]+\/)?[a-z0-9][a-z0-9-]*\.[a-z0-9]{2,5}$/.test(name)
