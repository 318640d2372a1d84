import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/** How long a request may take to arrive, in milliseconds. */
export type RequestLimits = {
  /** The first line and the headers. */
  headers: number
  /** The body of a request that carries no file: at most `bodyBytes`. */
  body: number
  /** A whole request with a file: 50 MB over a slow line. */
  upload: number
  /** How often the server looks for requests that are late. */
  check: number
}
export const requestLimits: RequestLimits = { headers: 20_000, body: 30_000, upload: 900_000, check: 5000 }

/** The longest part of a path, in characters. */
export const longestPart = 500

/** The longest body that carries no file. */
export const bodyBytes = 1024 * 1024

/** Between an answer and the end of a connection on which the rest of the request still arrives, in milliseconds. */
const parting = 2000

export const requestTimeout = () =>
  new ApiError(
    408,
    'request_timeout',
    'La richiesta non è arrivata in tempo: controlla la connessione e riprova.',
    {
      headers: { connection: 'close' },
    },
  )

/**
 * Ends with 408 a request whose body does not arrive in time, so that a slow sender holds no connection. An endpoint that
 * takes a file has the time of `limits.upload` for a form, which Node measures.
 */
export function limitBodies(app: FastifyInstance, limits: RequestLimits): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload)
    if (isMultipart(request)) {
      if (!request.routeOptions.config.takesFile) limitForm(request, reply, limits.body)
      return done(null, payload)
    }
    // An error is sent down a stream of its own: to destroy the request would close the connection without an answer.
    const body = new PassThrough()
    body.on('error', () => {})
    const timer = setTimeout(() => {
      payload.unpipe(body)
      body.destroy(requestTimeout())
    }, limits.body)
    const clear = () => clearTimeout(timer)
    payload.once('end', clear)
    payload.once('error', (error) => {
      clear()
      body.destroy(error)
    })
    reply.raw.once('close', () => {
      clear()
      payload.unpipe(body)
      payload.resume()
    })
    done(null, payload.pipe(body))
  })
  // Refused before its body was read: not admitted, for instance.
  app.addHook('onResponse', async ({ raw }) => endSoon(raw, limits.body))
}

/** A form is read by its parser from the request itself, which therefore cannot be piped through another stream. */
function limitForm({ raw }: FastifyRequest, reply: FastifyReply, ms: number): void {
  raw.on('error', () => {})
  const timer = setTimeout(() => {
    raw.emit('error', requestTimeout())
    endSoon(raw, ms)
  }, ms)
  const clear = () => clearTimeout(timer)
  raw.once('end', clear)
  reply.raw.once('close', clear)
}

/** What is left of the body may still arrive for a moment, so that its sender gets to read the answer. */
function endSoon(request: IncomingMessage, most_ms: number): void {
  if (request.complete || !(request.socket instanceof Socket)) return
  setTimeout(() => request.complete || request.socket.destroy(), Math.min(parting, most_ms)).unref()
}

const hasBody = ({ method, headers }: FastifyRequest) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
const isMultipart = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers['content-type'] ?? '')
