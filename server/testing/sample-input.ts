import type { Endpoint } from '@saldo/contract/endpoint'
import { z } from 'zod'
import type { RecordKind } from './records.ts'

/** The place where an input carries a record's id. */
export type IdPlace = {
  where: 'path' | 'query' | 'body'
  name: string
  kind: RecordKind
  /** A required query parameter names one record; an optional one filters a list. */
  required: boolean
}

/** Named as ids, but of nothing that belongs to a customer. */
const publicIds = ['city_id', 'payment_method_id', 'service_id', 'type_id', 'group_id', 'sector_id']
const kindsByName: Record<string, RecordKind> = {
  customer_id: 'customer',
  account_id: 'account',
  account_ids: 'account',
  subject_id: 'subject',
  kept_id: 'subject',
  merged_id: 'subject',
  bill_id: 'bill',
  bill_ids: 'bill',
  instalment_id: 'instalment',
  instalment_ids: 'instalment',
  payment_id: 'payment',
  import_id: 'import',
  owner_id: 'subject',
  source_id: 'source',
  debit_id: 'debit',
  reminder_id: 'reminder',
  plan_id: 'plan',
  user_id: 'user',
  budget_id: 'budget',
  budget_expense_id: 'budget_expense',
  weight_table_id: 'weight_table',
  second_table_id: 'weight_table',
  unit_id: 'unit',
  right_holder_id: 'right_holder',
  unit_ids: 'unit',
  document_id: 'document',
  incomplete_id: 'incomplete_customer',
  agent_id: 'agent',
  payout_id: 'payout',
}
/** The kind of record that `id` and `ids` mean after this part of a path. */
const kindsByPath: Record<string, RecordKind> = {
  customers: 'customer',
  incomplete: 'incomplete_customer',
  'iban-blacklist': 'blocked_iban',
  groups: 'customer_group',
  sectors: 'sector',
  customer: 'customer',
  account: 'customer',
  accounts: 'account',
  units: 'unit',
  holders: 'right_holder',
  tables: 'weight_table',
  'exists-by-taxid': 'customer',
  'exists-by-iban': 'customer',
  user: 'user',
  subjects: 'subject',
  bills: 'bill',
  mybills: 'bill',
  import: 'import',
  payments: 'payment',
  debits: 'debit',
  retrieve_sources: 'subject',
  create_source: 'subject',
  save_source: 'subject',
  'delete-sepa': 'customer',
  reconciliation: 'reconciliation_day',
  items: 'reconciliation_item',
  runs: 'reconciliation_run',
  charge: 'bill',
  klarna: 'bill',
  refund: 'payment',
  disputes: 'dispute',
  'office-debts': 'office_debt',
  message: 'message',
  passkeys: 'passkey',
  sessions: 'session',
  audit: 'audit_line',
  certificates: 'certificate',
  budgets: 'budget',
  'credit-notes': 'credit_note',
  expenses: 'budget_expense',
  users: 'user',
  subusers: 'subuser',
  btoc: 'subject',
  reminders: 'reminder',
  plans: 'plan',
  'late-interest': 'bill',
  rule: 'account',
  sequence: 'account',
  run: 'reminder_run',
  agents: 'agent',
  ended: 'agent',
  assignments: 'agent_customer',
  register: 'ledger_entry',
  journal: 'ledger_line',
  cash: 'account',
  closings: 'account',
  arrears: 'account',
  payouts: 'payout',
  lines: 'payout_line',
}
/** Examples that cannot be derived from the schema. */
const examples: Record<string, unknown> = {
  payment_method_id: 'pm_card_visa',
  email: 'prova@example.it',
  iban: 'IT84E9999999999000000000004',
  amount: 1000,
  year: 2027,
  month: '2026-09',
  fiscal_code: 'RSSMRA80A01F205X',
}

/** Every place where an endpoint takes a record's id. Throws on an id of unknown kind. */
export function idPlaces(endpoint: Endpoint): IdPlace[] {
  const places: IdPlace[] = []
  for (const [where, schema] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
    ['body', endpoint.body],
  ] as const) {
    const upload =
      where === 'body' &&
      endpoint.accepts === 'multipart' &&
      schema instanceof z.ZodUndefined &&
      // The path says whose document it is.
      !endpoint.route.includes('/docs/')
    for (const name of upload ? ['account_id'] : namesIn(schema)) {
      if (name === endpoint.link?.param || !/(^|_)ids?$/.test(name) || publicIds.includes(name)) continue
      const required = jsonSchema(schema).required?.includes(name) ?? false
      places.push({ where, name, kind: kindOf(endpoint, name), required })
    }
  }
  return places
}

function kindOf(endpoint: Endpoint, name: string): RecordKind {
  const parts = endpoint.route.split('/').filter((part) => !part.startsWith('{'))
  const noun = parts.reverse().find((part) => kindsByPath[part])
  // One table with two kinds: each endpoint shows its own.
  if (name === 'id' && endpoint.route.includes('/v1/accounts/import')) return 'registry_import'
  // Runs of reminders, of the daily reconciliation, and of bills.
  if (name === 'id' && endpoint.route.includes('/v1/bills/runs')) return 'bill_run'
  const kind = name === 'id' || name === 'ids' ? noun && kindsByPath[noun] : kindsByName[name]
  if (!kind) throw new Error(`${endpoint.route}: of what is ${name} the id?`)
  return kind
}

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
}

/** Without schema names: references would hide the schema's content from this test. */
const nameless = z.registry<never>()
const jsonSchema = (schema: z.ZodType): Schema =>
  schema instanceof z.ZodUndefined
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: nameless as never }) as Schema)

/** The names at the top of an input. Throws on an id deeper down, because the test would miss it. */
function namesIn(schema: z.ZodType): string[] {
  const { properties = {} } = jsonSchema(schema)
  for (const inner of Object.values(properties)) refuseDeepIds(inner)
  return Object.keys(properties)
}

function refuseDeepIds({ properties = {}, items, anyOf = [] }: Schema): void {
  const deep = Object.keys(properties).find((name) => /(^|_)ids?$/.test(name) && !publicIds.includes(name))
  if (deep) throw new Error(`an id deeper down, which is not tried: ${deep}`)
  for (const inner of [...Object.values(properties), ...anyOf, ...(items ? [items] : [])])
    refuseDeepIds(inner)
}

/**
 * The smallest body that the endpoint's schema accepts, with all ids that it may carry (except those in `without`).
 * Throws when it cannot make one.
 */
export function sampleBody(
  endpoint: Endpoint,
  ids: Record<RecordKind, number>,
  without: (place: IdPlace) => boolean = () => false,
): Record<string, unknown> | undefined {
  if (endpoint.body instanceof z.ZodUndefined) return undefined
  const { properties = {}, type, items } = jsonSchema(endpoint.body)
  // A body that is a list has no ids at its top, so none are tried.
  if (type === 'array' && items) return [sample('', items)] as never
  const places = idPlaces(endpoint).filter((place) => place.where === 'body' && !without(place))
  const body: Record<string, unknown> = Object.fromEntries(
    places.map((place) => [place.name, idValue(place, ids[place.kind])]),
  )
  for (;;) {
    const parsed = endpoint.body.safeParse(body)
    if (parsed.success) return body
    const missing = parsed.error.issues.map(({ path }) => String(path[0])).find((name) => !(name in body))
    const schema = missing === undefined ? undefined : properties[missing]
    if (missing === undefined || !schema)
      throw new Error(`${endpoint.route}: cannot make a body, ${parsed.error}`)
    body[missing] = sample(missing, schema)
  }
}

/** One id, or a list of one if the name is plural. */
export const idValue = ({ name, where }: IdPlace, id: number): unknown =>
  name.endsWith('ids') && where === 'body' ? [id] : id

function sample(name: string, schema: Schema): unknown {
  if (name in examples) return examples[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sample(name, schema.anyOf[0])
  if (schema.type === 'array' && schema.items) return [sample(name, schema.items)]
  if (schema.type === 'object') {
    const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
    return Object.fromEntries(required.map(([key, inner]) => [key, sample(key, inner)]))
  }
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  return schema.format === 'date' ? '2026-09-15' : 'Prova'
}
