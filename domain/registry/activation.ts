import { addDays, type Day } from '../dates.ts'
import { nextWorkingDay } from '../holidays.ts'
import { type CustomerData, type CustomerField, missingOfCustomer } from './customer.ts'
import type { DocumentPhase } from './document.ts'

/** What the back office looks at before it activates an office, in order. */
export const activationChecks = [
  'company',
  'tax_number',
  'contact',
  'user',
  'identity',
  'registration',
  'contract',
] as const
export type ActivationCheckKind = (typeof activationChecks)[number]

export const activationCheckNames: Record<ActivationCheckKind, string> = {
  company: 'Dati dello studio',
  tax_number: 'Partita IVA o codice fiscale',
  contact: 'E-mail dello studio',
  user: 'Almeno una persona che è entrata',
  identity: 'Documento d’identità',
  registration: 'Visura camerale o certificato di partita IVA',
  contract: 'Contratto firmato',
}

/** `to_check`: a document that the back office has not looked at yet; `invalid`: one that it refused. */
export type ActivationState = 'done' | 'missing' | 'to_check' | 'invalid'
/** `fields`: the office's data that lack or are wrong, as Italian sentences. */
export type ActivationCheck = {
  kind: ActivationCheckKind
  state: ActivationState
  fields: Partial<Record<CustomerField, string>>
}

/** What is known of an office: its data, the users who have signed in once, and the phase of each of its documents. */
export type Applicant = CustomerData & {
  active_users: number
  documents: readonly { type: string; phase: DocumentPhase }[]
}

/**
 * The check list of an activation, computed here alone: for the queue, the page of the customer, the office's own dashboard, and
 * the activation itself.
 */
export function activationCheckList(of: Applicant): ActivationCheck[] {
  const { vat_number, fiscal_code, primary_email, ...company } = missingOfCustomer(of)
  const data = (fields: ActivationCheck['fields']): ActivationState =>
    Object.keys(fields).length === 0 ? 'done' : 'missing'
  const tax = { ...(vat_number && { vat_number }), ...(fiscal_code && { fiscal_code }) }
  const contact = { ...(primary_email && { primary_email }) }
  return [
    { kind: 'company', state: data(company), fields: company },
    { kind: 'tax_number', state: data(tax), fields: tax },
    { kind: 'contact', state: data(contact), fields: contact },
    { kind: 'user', state: of.active_users > 0 ? 'done' : 'missing', fields: {} },
    { kind: 'identity', state: document(of, ['identity']), fields: {} },
    { kind: 'registration', state: document(of, ['chamber_of_commerce', 'vat_certificate']), fields: {} },
    { kind: 'contract', state: document(of, ['contract']), fields: {} },
  ]
}

/** The best of the documents of these types: one that is valid makes up for one that was refused. */
function document({ documents }: Applicant, types: readonly string[]): ActivationState {
  const phases = documents.filter(({ type }) => types.includes(type)).map(({ phase }) => phase)
  if (phases.includes('checked')) return 'done'
  if (phases.includes('to_check') || phases.includes('waiting')) return 'to_check'
  return phases.length > 0 ? 'invalid' : 'missing'
}

/** Whose turn it is: the office has something to give, or the back office something to look at. */
export const waitsForOffice = (list: readonly ActivationCheck[]): boolean =>
  list.some(({ state }) => state === 'missing' || state === 'invalid')

/** The back office answers by the second working day after the office gave the last that it had to give. */
export function activationDue(given_on: Day): Day {
  const first = nextWorkingDay(addDays(given_on, 1))
  return nextWorkingDay(addDays(first, 1))
}
