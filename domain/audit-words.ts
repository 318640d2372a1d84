import { formatDate } from './dates.ts'
import { formatEuro } from './money.ts'

/** What the audit log's nouns and acts are called. */
export const nounNames: Record<string, string> = {
  accounts: 'Condominio',
  iban_changes: 'Cambio di IBAN',
  units: 'Unità',
  right_holders: 'Titolare',
  weight_tables: 'Tabella millesimale',
  subjects: 'Persona',
  bills: 'Bolletta',
  budgets: 'Preventivo',
  reminders: 'Sollecito',
  plans: 'Piano di rientro',
  payments: 'Pagamento',
  refunds: 'Rimborso',
  payment_allocations: 'Imputazione',
  payment_sources: 'Metodo di pagamento',
  debits: 'Addebito',
  documents: 'Documento',
  customers: 'Cliente',
  users: 'Utente',
  agents: 'Agente',
  imports: 'Importazione',
  provider_accounts: 'Account incassi',
}
export const actNames: Record<string, string> = {
  created: 'Creazione',
  changed: 'Modifica',
  removed: 'Eliminazione',
  imported: 'Importazione',
  undone: 'Annullamento',
  merged: 'Unione',
  issued: 'Emissione',
  activated: 'Attivazione',
  iban_revealed: 'IBAN mostrato',
  iban_requested: 'Cambio di IBAN richiesto',
  iban_confirmed: 'Cambio di IBAN confermato',
  sent: 'Invio',
}

/** The fields people know by another name than their own. Money in cents, days as `yyyy-mm-dd`. */
const fieldNames: Record<string, string> = {
  name: 'Nome',
  nominative: 'Nominativo',
  business_name: 'Ragione sociale',
  fiscal_code: 'Codice fiscale',
  vat_number: 'Partita IVA',
  iban: 'IBAN',
  email: 'E-mail',
  primary_email: 'E-mail',
  pec: 'PEC',
  given: 'Consenso',
  phone: 'Telefono',
  primary_mobile_phone: 'Telefono',
  address: 'Indirizzo',
  house_number: 'Civico',
  city: 'Comune',
  zip_code: 'CAP',
  prov: 'Provincia',
  minimum_payment: 'Pagamento minimo',
  number: 'Numero',
  description: 'Descrizione',
  unit: 'Unità',
  issue_date: 'Data di emissione',
  amount: 'Importo',
  status: 'Stato',
  state: 'Stato',
  section: 'Sezione',
  level: 'Permesso',
  user_name: 'Nome utente',
  firstname: 'Nome',
  lastname: 'Cognome',
  reason: 'Motivo',
  floor: 'Piano',
  staircase: 'Scala',
  since: 'Dal',
  until: 'Al',
  weight: 'Millesimi',
  file_name: 'File',
  type: 'Tipo',
  all_accounts: 'Tutti i condomìni',
  is_subuser: 'Sottoutente',
  pays: 'Paga',
  right_kind: 'Diritto',
}
const cents = new Set(['amount', 'minimum_payment', 'residue'])

/** One field that changed, as people read it; null: there was, or is, nothing. */
export type Change = { field: string; was: string | null; is: string | null }

/** What differs between two states of a record, field by field. Keys of other records are left out: they say nothing to people. */
export function tellChanges(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .filter((name) => !/(^|_)ids?$/.test(name))
    .map((name) => ({
      field: fieldNames[name] ?? name,
      was: readable(name, before?.[name]),
      is: readable(name, after?.[name]),
    }))
}

/** The same in one line: `Nome: Aurora → Aurora 2; Telefono: 055 1`. */
export const changesLine = (
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): string =>
  tellChanges(before, after)
    .map(
      ({ field, was, is }) =>
        `${field}: ${was !== null && is !== null ? `${was} → ${is}` : (is ?? `tolto (${was})`)}`,
    )
    .join('; ')

function readable(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number') return cents.has(name) ? formatEuro(value) : String(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value
  return JSON.stringify(value)
}
