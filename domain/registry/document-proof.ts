import type { DocumentOwner } from './document.ts'

/** What was written in Saldo that a document can prove, with its Italian name. */
export const provedFields = {
  business_name: 'Ragione sociale',
  person: 'Nome e cognome',
  people: 'Persone dello studio',
  account_name: 'Condominio',
  nominative: 'Nome e cognome',
  fiscal_code: 'Codice fiscale',
  vat_number: 'Partita IVA',
  address: 'Indirizzo',
  email: 'E-mail',
  iban: 'IBAN',
  units: 'Unità',
} as const
export type ProvedField = keyof typeof provedFields
export const provedFieldNames = Object.keys(provedFields) as [ProvedField, ...ProvedField[]]

/** What each type of document proves, the most telling first: whoever checks it compares these. */
const proves: Record<DocumentOwner, Record<string, readonly ProvedField[]>> = {
  customer: {
    identity: ['person', 'people', 'fiscal_code', 'business_name'],
    tax_code: ['person', 'fiscal_code', 'business_name'],
    chamber_of_commerce: ['business_name', 'vat_number', 'fiscal_code', 'address', 'person', 'email'],
    vat_certificate: ['vat_number', 'business_name', 'fiscal_code', 'address', 'person'],
    contract: ['business_name', 'vat_number', 'fiscal_code', 'address', 'person'],
    insurance: ['business_name', 'person', 'vat_number', 'fiscal_code'],
    training: ['person', 'people', 'business_name'],
    logo: ['business_name'],
    signature: ['person', 'people', 'business_name'],
  },
  account: {
    appointment: ['account_name', 'fiscal_code', 'address', 'business_name'],
    tax_code: ['fiscal_code', 'account_name', 'address'],
    bank: ['iban', 'account_name', 'fiscal_code'],
    regulation: ['account_name', 'address'],
    minutes: ['account_name', 'address', 'business_name'],
    register: ['account_name', 'fiscal_code', 'address'],
  },
  subject: {
    identity: ['nominative', 'fiscal_code', 'address'],
    tax_code: ['fiscal_code', 'nominative'],
    deed: ['nominative', 'fiscal_code', 'units'],
    lease: ['nominative', 'fiscal_code', 'units'],
    mandate: ['nominative', 'fiscal_code', 'address'],
    proxy: ['nominative', 'fiscal_code', 'units'],
  },
}

/** Of a document of another type everything may matter. */
const everything: Record<DocumentOwner, readonly ProvedField[]> = {
  customer: ['business_name', 'person', 'people', 'fiscal_code', 'vat_number', 'address', 'email'],
  account: ['account_name', 'fiscal_code', 'address', 'iban', 'business_name'],
  subject: ['nominative', 'fiscal_code', 'address', 'email', 'units'],
}

/** The fields to compare with a document of this type, in order. */
export const provedBy = (owner: DocumentOwner, type: string): readonly ProvedField[] =>
  proves[owner][type] ?? everything[owner]
