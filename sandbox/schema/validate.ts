import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { OpenApi, Schema } from './openapi.ts'
import { newerThanTheDescription } from './version-skew.ts'

/** Compares an answer with Stripe's published API description: one sentence per violation, none when it conforms. */
export type AnswerCheck = (method: string, url: string, status: number, body: unknown) => string[]

/**
 * Stricter than the description: an unknown field is a violation too (a misspelling would otherwise pass), unless
 * `version-skew.ts` lists it as newer. Objects inside events are checked as well.
 */
export function createAnswerCheck(): AnswerCheck {
  const text = readFileSync(join(import.meta.dirname, 'stripe-openapi.json'), 'utf8')
  const { paths, components } = JSON.parse(text) as OpenApi
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(jsonSchema(schema, name), name)

  const answers: { method: string; path: RegExp; schema: object; validate?: ValidateFunction }[] = []
  for (const [shape, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const schema = operation.responses?.['200']?.content?.['application/json']?.schema
      const path = new RegExp(`^${shape.replaceAll('*', '[^/]+')}/?$`)
      if (schema) answers.push({ method, path, schema: jsonSchema(schema, '') })
    }
  // Routes without parameters first: /search is no id.
  answers.sort((a, b) => Number(a.path.source.includes('[^/]+')) - Number(b.path.source.includes('[^/]+')))

  const judge = (validate: ValidateFunction | undefined, what: string, value: unknown): string[] => {
    if (!validate) return [`${what} is not in Stripe's description`]
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const detail = 'additionalProperty' in params ? `: ${params.additionalProperty}` : ''
      return `${what}${instancePath} ${message}${detail}`
    })
  }
  return (method, url, status, body) => {
    const path = url.split('?')[0] ?? ''
    const what = `${method} ${path} (${status})`
    if (status >= 400) return judge(ajv.getSchema('error'), what, body)
    const answer = answers.find((one) => one.method === method.toLowerCase() && one.path.test(path))
    if (answer) answer.validate ??= ajv.compile(answer.schema)
    const inside = objectsOfEvents(body).flatMap((object) =>
      judge(ajv.getSchema(object.object), `${what} event's ${object.object}`, object),
    )
    return [...judge(answer?.validate, what, body), ...inside]
  }
}

function objectsOfEvents(body: unknown): { object: string }[] {
  const reply = body as { object?: string; data?: unknown } | null
  if (reply?.object === 'event') return [(reply.data as { object: { object: string } }).object]
  if (reply?.object === 'list' && Array.isArray(reply.data)) return reply.data.flatMap(objectsOfEvents)
  return []
}

/** Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes a type, and unknown fields are refused. */
function jsonSchema(schema: Schema, name: string): object {
  if (schema.$ref) return { $ref: schema.$ref.split('/').at(-1) }
  const { nullable, properties, items, anyOf, additionalProperties, ...plain } = schema
  const own: Record<string, unknown> = { ...plain }
  if (properties) {
    const newer = newerThanTheDescription[name] ?? {}
    own.properties = Object.fromEntries([
      ...Object.entries(properties).map(([field, part]) => [field, jsonSchema(part, `${name}.${field}`)]),
      ...Object.keys(newer).map((field) => [field, {}]),
    ])
    own.required = schema.required?.filter((field) => !(field in newer))
    own.additionalProperties = false
  }
  if (additionalProperties !== undefined)
    own.additionalProperties =
      typeof additionalProperties === 'object' ? jsonSchema(additionalProperties, '') : additionalProperties
  if (items) own.items = jsonSchema(items, `${name}[]`)
  if (anyOf) own.anyOf = anyOf.map((kind) => jsonSchema(kind, name))
  for (const key of Object.keys(own)) if (own[key] === undefined) delete own[key]
  return nullable ? { anyOf: [own, { type: 'null' }] } : own
}
