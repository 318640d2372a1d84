import type { Endpoint } from '@saldo/contract/endpoint'
import { ErrorBody } from '@saldo/contract/endpoint'
import { z } from 'zod'

type Json = Record<string, unknown>
type Describe = (schema: z.ZodType, io: 'input' | 'output') => Json

/** Builds the OpenAPI 3.1 document from the contract: endpoints, callers, input, replies, refusals. */
export function openapi(contract: readonly Endpoint[], version: string): Json {
  const schemas: Record<string, unknown> = {}
  const describe: Describe = (schema, io) => withSharedSchemas(jsonSchema(schema, io), schemas)
  describe(ErrorBody, 'output')
  const paths: Record<string, Json> = {}
  for (const endpoint of contract) {
    for (const { method, path } of pathsOf(endpoint)) {
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = operation(endpoint, method, path, describe)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Saldo',
      version,
      description: 'Money is in integer cents, days are yyyy-mm-dd, instants ISO 8601.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'access_token of POST /oauth/token' },
        client: { type: 'http', scheme: 'basic', description: 'OAuth client' },
      },
      schemas,
    },
  }
}

/** `/x/{token?}` becomes two paths, with and without the token. */
export function pathsOf(endpoint: Endpoint): { method: string; path: string }[] {
  const [method = '', path = ''] = endpoint.route.split(' ')
  const optional = /\/\{(\w+)\?\}$/.exec(path)
  if (!optional) return [{ method, path }]
  return [path.slice(0, optional.index), path.replace('?}', '}')].map((each) => ({ method, path: each }))
}

function operation(endpoint: Endpoint, method: string, path: string, describe: Describe): Json {
  const names = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
  const anyone = endpoint.allow.includes('anonymous')
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`,
    summary: endpoint.summary,
    tags: [path.split('/').filter((part) => part !== 'v1')[1] ?? 'saldo'],
    'x-allow': endpoint.allow,
    ...(endpoint.step_up ? { 'x-step-up': endpoint.step_up } : {}),
    ...(endpoint.before_second_step ? { 'x-before-second-step': true } : {}),
    security: endpoint.accepts === 'form' ? [{ client: [] }] : anyone ? [] : [{ session: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path', describe).filter((parameter) =>
        names.has(parameter.name as string),
      ),
      ...parameters(endpoint.query, 'query', describe),
      ...(endpoint.headers ? parameters(endpoint.headers, 'header', describe) : []),
    ],
    ...requestBody(endpoint, describe),
    responses: responses(endpoint, describe),
  }
}

function parameters(schema: z.ZodType, where: string, describe: Describe): Json[] {
  const { properties = {}, required = [] } = describe(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: described,
  }))
}

const bodyTypes = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  raw: 'application/json',
}

function requestBody(endpoint: Endpoint, describe: Describe): Json {
  if (endpoint.accepts === 'multipart' && endpoint.body instanceof z.ZodUndefined) {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, account_id: { type: 'integer' } },
    }
    return { requestBody: { required: true, content: { [bodyTypes.multipart]: { schema } } } }
  }
  if (endpoint.accepts === 'raw')
    return { requestBody: { content: { [bodyTypes.raw]: { schema: { type: 'object' } } } } }
  if (endpoint.body instanceof z.ZodUndefined) return {}
  const type = endpoint.accepts ? bodyTypes[endpoint.accepts] : 'application/json'
  return {
    requestBody: { required: true, content: { [type]: { schema: describe(endpoint.body, 'input') } } },
  }
}

const always = { 400: 'bad input', 426: 'a web app that is too old', 429: 'too many requests' }

function responses(endpoint: Endpoint, describe: Describe): Json {
  const anyone = endpoint.allow.includes('anonymous')
  const stepUp = endpoint.step_up
    ? ', or step_up_required: prove who you are (POST /v1/auth/step-up) and repeat'
    : ''
  const refused = {
    ...always,
    ...(anyone ? {} : { 401: 'not signed in', 403: `not allowed to this role${stepUp}` }),
    ...endpoint.refuses,
  }
  const reply = describe(endpoint.reply, 'output') as { contentMediaType?: string }
  const type = reply.contentMediaType ?? 'application/json'
  return {
    [endpoint.status]: {
      description: 'Done',
      ...(endpoint.status === 204 ? {} : { content: { [type]: { schema: reply } } }),
    },
    ...Object.fromEntries(
      Object.entries(refused).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
      ]),
    ),
  }
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json
  return rest
}

/** Moves schemas that have a name to `components`. */
function withSharedSchemas({ $defs = {}, ...rest }: Json, schemas: Record<string, unknown>): Json {
  const moved = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
  for (const [name, schema] of Object.entries($defs as Json)) {
    const { id: _, ...definition } = schema as Json
    schemas[name] = moved(definition)
  }
  return moved(rest)
}
