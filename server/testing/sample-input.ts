import { contract } from '@saldo/contract/contract'
import { type Endpoint, recordOfId } from '@saldo/contract/endpoint'
import type { RecordKind } from '@saldo/contract/record-kinds'
import { z } from 'zod'

/** The place where an input carries a record's id. */
export type IdPlace = {
  where: 'path' | 'query' | 'body'
  name: string
  kind: RecordKind
  /** A required query parameter names one record; an optional one filters a list. */
  required: boolean
}

/** Fields that end in `_id` but name no record of ours. */
const publicIds = [
  'city_id',
  'creditor_id',
  'payment_intent_id',
  'payment_method_id',
  'service_id',
  'type_id',
]
/** Ids that no caller can be refused: groups and sectors are everybody's, and `except` only leaves bills out. */
const neverRefused = ['group_id', 'sector_id', 'except']
/** Examples that cannot be derived from the schema. */
const examples: Record<string, unknown> = {
  payment_method_id: 'pm_card_visa',
  email: 'prova@example.it',
  address: 'prova@example.it',
  mark: 'AAAAAAAAAAAAAAAAAAA',
  iban: 'IT84E9999999999000000000004',
  amount: 1000,
  year: 2027,
  month: '2026-09',
  starts_at: '2090-01-01T09:00',
  until: '2090-01-01T11:00',
  minimum: 'v2.0-395',
  fiscal_code: 'RSSMRA80A01F205X',
  abi: '01030',
  cab: '02800',
  source:
    '<mjml><mj-body><mj-section><mj-column><mj-text>Prova</mj-text></mj-column></mj-section></mj-body></mjml>',
}

/** Every place where an endpoint takes a record's id. Throws on an id of which the contract does not say the kind. */
export function idPlaces(endpoint: Endpoint): IdPlace[] {
  const places: IdPlace[] = []
  for (const [where, schema] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
    ['body', endpoint.body],
  ] as const) {
    const { properties = {}, required = [] } = jsonSchema(schema)
    for (const [name, property] of Object.entries(properties)) {
      refuseDeepIds(endpoint, property)
      const kind = kindIn(property)
      if (kind === undefined && isNamedId(name) && name !== endpoint.link?.param)
        throw new Error(`${endpoint.route}: of what is ${name} the id? Declare it as Id('<kind>')`)
      if (kind !== undefined && !neverRefused.includes(name))
        places.push({ where, name, kind, required: required.includes(name) })
    }
    if (where === 'body' && isFormOfAccount(endpoint))
      places.push({ where, name: 'account_id', kind: 'account', required: false })
  }
  return places
}

const isNamedId = (name: string) => /(^|_)ids?$/.test(name) && !publicIds.includes(name)

/**
 * Whether the body is a form with a file, whose fields the schema does not show. For documents and mandates the owner is in the
 * path; a ZIP of a condominium makes one of its own; settings concern no condominium.
 */
const isFormOfAccount = ({ accepts, body, route }: Endpoint) =>
  accepts === 'multipart' &&
  body instanceof z.ZodUndefined &&
  !/\/(docs|mandates|handovers|settings)\//.test(route)

/** The kind of record whose id, or list of ids, an input takes. */
const kindIn = ({ record, items, anyOf = [] }: Schema): RecordKind | undefined =>
  record ?? items?.record ?? anyOf.map(kindIn).find((kind) => kind !== undefined)

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  record?: RecordKind
}

/**
 * Includes the kinds of ids. Leaves out the names of schemas, because a reference by name would replace the schema's
 * content.
 */
const jsonSchema = (schema: z.ZodType): Schema =>
  schema instanceof z.ZodUndefined
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: recordOfId }) as Schema)

/** Refuses ids deeper down in an input, because only ids at the top are tried. */
function refuseDeepIds(endpoint: Endpoint, { properties = {}, items, anyOf = [] }: Schema): void {
  for (const [name, inner] of Object.entries(properties)) {
    if (isNamedId(name) || kindIn(inner))
      throw new Error(`${endpoint.route}: an id deeper down, which is not tried: ${name}`)
    refuseDeepIds(endpoint, inner)
  }
  for (const inner of [...anyOf, ...(items ? [items] : [])]) refuseDeepIds(endpoint, inner)
}

/** The kinds of records that some endpoint takes by id, by name. */
export const takenKinds = (): RecordKind[] =>
  [...new Set(contract.flatMap(idPlaces).map(({ kind }) => kind))].sort()

/**
 * The smallest body that the endpoint's schema accepts, with all ids that it may carry (except those in `without`). Of
 * ids that exclude each other it carries one: the one `tried`, if it is among them. Throws when it cannot make
 * one.
 */
export function sampleBody(
  endpoint: Endpoint,
  ids: Record<RecordKind, number>,
  without: (place: IdPlace) => boolean = () => false,
  tried?: string,
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
    const refused = parsed.error.issues.map(({ path }) => String(path[0]))
    const excluded = places.find(
      ({ name, required }) =>
        !required && name in body && name !== tried && refused.some((of) => of === name || of === tried),
    )
    if (excluded) {
      delete body[excluded.name]
      continue
    }
    const missing = refused.find((name) => !(name in body))
    const schema = missing === undefined ? undefined : properties[missing]
    if (missing === undefined || !schema)
      throw new Error(`${endpoint.route}: cannot make a body, ${parsed.error}`)
    body[missing] = sample(missing, schema)
  }
}

/** One id, or a list of one if the name is plural. */
export const idValue = ({ name, where }: IdPlace, id: number): unknown =>
  isList(name) && where === 'body' ? [id] : id

const isList = (name: string) => name.endsWith('ids')

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
