import { z } from 'zod'
import type { RecordKind } from './record-kinds.ts'
import type { Permission } from './sections.ts'

/** The roles of callers. `link` holds one of our links (`opens` says which kind); a super user is never implied. */
export const roles = ['anonymous', 'link', 'consumer', 'awaiting', 'customer', 'store', 'super_user'] as const
export type Role = (typeof roles)[number]

/** Everyone who has signed in. */
export const signedIn = [
  'consumer',
  'awaiting',
  'customer',
  'store',
  'super_user',
] as const satisfies readonly Role[]
/** Roles that work with a customer's records: its own active users, and the back office. */
export const staff = ['customer', 'super_user'] as const satisfies readonly Role[]

/** Work that takes the server's processor and memory for long; see server/http/heavy-work.ts. */
export type HeavyWork = 'export' | 'pdf' | 'import'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** `GET /v1/bills/{id}`; a final `{token?}` is optional. */
export type Route = `${Method} /${string}`

/** Refusals besides 400 (bad input), 401, 403 and 429: status → when. 404 also means: not visible to the caller. */
type Refusals = Partial<Record<400 | 404 | 409 | 410 | 413 | 415 | 422 | 502 | 503, string>>

/** The page that a link opens: a bill to pay, a payment’s result, the form that saves a card or an IBAN, or one autopay. */
export type LinkKind = 'bill' | 'payment' | 'source' | 'autopay'

/**
 * The reach of an endpoint. `accounts`: a sub-user with some condominiums may call it for those. `whole_office`: it
 * concerns all of them, so that sub-user is refused. `all_customers`: the back office calls it for all customers; the
 * chosen customer is ignored. `whole_office_of_any`: both; what needs an impersonation is done for the impersonated customer.
 */
export type Scope = 'accounts' | 'whole_office' | 'all_customers' | 'whole_office_of_any'

type Schema = z.ZodType
type Parts = { params?: Schema; query?: Schema; body?: Schema; headers?: Schema }

export type Endpoint<
  R extends Route = Route,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  S extends Schema = Schema,
> = {
  route: R
  summary: string
  allow: readonly Role[]
  /** The path parameter that carries a link token, and what the token opens. */
  link?: {
    param: string
    opens: LinkKind
    /** A delegate may do it too, who sees and pays another person's bill and nothing else. */
    delegates?: true
  }
  params: P
  query: Q
  body: B
  headers?: Schema
  /**
   * Step-up: the session must have proved its identity within the last ten minutes, by signing in or by `POST
   * /v1/auth/step-up`, and by a second step if the user has one; else 403 `step_up_required`. Set it on acts that an
   * unattended screen must not allow: changing where money goes (an IBAN), refunds, files with identifiers or contacts of
   * people (tax codes, addresses, e-mail, telephone; not names and amounts alone), changes of credentials, and taking
   * somebody's access away. Links have no session and are exempt. `sometimes`: what the request changes decides, and the
   * act asks (`requireProof`).
   */
  step_up?: true | 'sometimes'
  /**
   * A super user who has no second step yet may call it: who they are, signing out, and setting one up. All others that need a
   * session answer 403 `second_step_missing`.
   */
  before_second_step?: true
  /**
   * Answers also those whom a maintenance covers; all other endpoints refuse them with 503 `under_maintenance`. Set it on what
   * asks how things are, on signing in and out (the server learns only then whether it is a super user, who is never kept out),
   * on what the provider of payments or of mails tells us, and on how a payment under way ends.
   */
  during_maintenance?: true
  /**
   * Declares the permission that a sub-user needs. Null: a user's own account, data limited by row-level security alone, or the
   * back office's endpoints. In SQL the policies say the same for each table (`limit_subusers`).
   */
  permission: Permission | null
  scope: Scope
  /**
   * A super user must impersonate a customer (*Agisci come*) to change its data, else 403 `impersonation_required`. `unneeded`:
   * it is an act of the back office itself. `refused`: the same, and nothing that one does in a customer's name: credentials,
   * users, a confirmation that only the office or the back office gives (403 `not_while_impersonating`).
   */
  impersonation?: 'unneeded' | 'refused'
  /** Orders and filters by figures of bills: refused to a sub-user who may not read bills. */
  by_bills?: readonly string[]
  /** The same for what is known of people (who has an e-mail address): refused to a sub-user who may not read people. */
  by_people?: readonly string[]
  /**
   * The quota that the endpoint uses: files of whole lists, PDFs, uploads that are read in the background. Only so many run
   * at once, in all and for one office; more wait for their turn, then 429.
   */
  heavy?: HeavyWork
  /** The encoding of the body, if it is not JSON. */
  accepts?: 'form' | 'multipart' | 'raw'
  status: 200 | 201 | 202 | 204
  reply: S
  refuses: Refusals
}

const nothing = z.object({})
const noBody = z.undefined()

type Described<R extends Route, P extends Parts, S extends Schema> = P & {
  summary: string
  allow: readonly Role[]
  link?: Endpoint['link']
  step_up?: Endpoint['step_up']
  before_second_step?: true
  during_maintenance?: true
  permission: Permission | null
  scope: Scope
  impersonation?: Endpoint['impersonation']
  by_bills?: readonly string[]
  by_people?: readonly string[]
  heavy?: HeavyWork
  accepts?: Endpoint['accepts']
  status?: Endpoint['status']
  reply: S
  refuses?: Refusals
} & { route?: R }

/** Declares one endpoint. Route, validation, documentation, typed client and access test are derived from it. */
export function endpoint<
  const R extends Route,
  S extends Schema,
  P extends Schema = typeof nothing,
  Q extends Schema = typeof nothing,
  B extends Schema = typeof noBody,
>(
  route: R,
  described: Described<R, { params?: P; query?: Q; body?: B; headers?: Schema }, S>,
): Endpoint<R, P, Q, B, S> {
  return {
    status: 200,
    refuses: {},
    ...described,
    route,
    params: (described.params ?? nothing) as P,
    query: (described.query ?? nothing) as Q,
    body: (described.body ?? noBody) as B,
  }
}

/** How to continue after `second_step_required` (sign-in) and `step_up_required` (step-up). */
export const ProofWanted = z
  .object({
    ways: z.array(z.enum(['password', 'totp', 'passkey', 'recovery_code'])),
    ticket: z.string().optional().meta({ description: 'At sign-in: goes with the second step, once' }),
    passkey_options: z
      .looseObject({})
      .optional()
      .meta({ description: 'At sign-in: WebAuthn request options, as JSON' }),
  })
  .meta({ id: 'ProofWanted' })
export type ProofWanted = z.infer<typeof ProofWanted>

/** The body of every error (except `/oauth/token`, which follows RFC 6749). */
export const ErrorBody = z
  .object({
    error: z.string(),
    error_description: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    proof: ProofWanted.optional(),
    maintenance: z.object({ until: z.string(), message: z.string().nullable() }).optional().meta({
      description: 'With under_maintenance: until when, and what the back office says to those it keeps out',
    }),
    payment_id: z.number().optional().meta({
      description: 'With idempotency_key_reused: the payment that the first request with the key made',
    }),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** A reply that is a file; streams are not validated. */
export const file = (mime: string) =>
  z.unknown().meta({ contentMediaType: mime, description: `File ${mime}` })

/** The kind of record whose id a schema takes. Only the access tests read it; it is not part of the documentation. */
export const recordOfId = z.registry<{ record: RecordKind }>()
/** The id of a record of this kind, as a path or query parameter or in a body: a positive integer. */
export const Id = (kind: RecordKind) =>
  z.coerce
    .number<number | string>()
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER)
    .register(recordOfId, { record: kind })
export const IdParams = (kind: RecordKind) => z.object({ id: Id(kind) })
export type IdParams = ReturnType<typeof IdParams>
/** A link token: 22 to 64 URL-safe characters. */
export const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'Il link non è completo.')

export const IdempotencyKey = z
  .string()
  .regex(
    /^[\x21-\x7e]{8,100}$/,
    'La chiave della richiesta ha da 8 a 100 lettere, cifre o segni, senza spazi.',
  )

/**
 * The header of an act that must not be done twice; `what` the first request made. Another request with the same key is a
 * 409 `idempotency_key_reused`.
 */
export const idempotencyHeaders = (what: string) =>
  z.object({
    'idempotency-key': IdempotencyKey.optional().meta({
      description: `Made when the form opened: the same request with the same key returns ${what}; with another body it is refused (409 idempotency_key_reused)`,
    }),
  })
