import type Stripe from 'stripe'

/** The `error` of Stripe's error bodies. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  param?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  setup_intent?: Stripe.SetupIntent
}

/** An answer other than 200: thrown anywhere below the request, written once by `answer.ts`. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>

  constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}) {
    super(body.message)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** 400: the request is wrong, with the parameter to blame. */
export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param && { param }),
    ...(code && { code }),
  })
}

export function missingParam(param: string): ApiError {
  return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
}

/** 404 for an id in the path, 400 for one in a parameter, as Stripe answers. */
export function noSuch(noun: string, id: string, param = 'id', status: 400 | 404 = 404): ApiError {
  return new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })
}

export function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message })
}

export function forbidden(message: string, code?: string): ApiError {
  return new ApiError(403, { type: 'invalid_request_error', message, ...(code && { code }) })
}

/** 402: refused by the issuer or by the network. */
export function cardError(body: Omit<ErrorBody, 'type'>): ApiError {
  return new ApiError(402, { type: 'card_error', ...body })
}
