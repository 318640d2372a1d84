import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'
import { refusalHeaders } from './refusal-headers.ts'
import { newRequestId } from './request-id.ts'
import { requestTimeout } from './request-limits.ts'

/** Between the answer and the end of the connection, in milliseconds, so that the answer arrives. */
const parting = 200

/**
 * Answers, in the one error shape, a request that Node could not read, so that no route and no hook ever sees it: headers
 * that are too long or late, a whole request that is late, and what is not HTTP. Then closes the connection.
 */
export function answerUnreadable(
  log: FastifyBaseLogger,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const request_id = newRequestId()
  log.info({ reqId: request_id, code: error.code }, 'request could not be read')
  if (socket.writable && !isAnswering(socket)) socket.write(asText(refusalOf(error.code), request_id))
  socket.end()
  setTimeout(() => socket.destroy(), parting).unref()
}

/**
 * Refuses two kinds of requests that Node can read, but would refuse by itself, without headers and in a shape of its own:
 * HTTP/1.1 without a host (400), and one that expects anything but `100-continue` (417), which never reaches a route.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw unreadable()
  })
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = new ApiError(
      417,
      'expectation_failed',
      'La richiesta si aspetta qualcosa di non previsto.',
    )
    const request_id = newRequestId()
    const body = JSON.stringify(refusal.body(request_id))
    app.log.info({ reqId: request_id, code: refusal.code }, 'request could not be read')
    response
      .writeHead(refusal.status, {
        ...refusalHeaders,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'x-request-id': request_id,
        connection: 'close',
      })
      .end(body)
  })
}

const unreadable = () => new ApiError(400, 'invalid_request', 'La richiesta non è leggibile.')

function refusalOf(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout()
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(
      431,
      'headers_too_large',
      'L’indirizzo o le intestazioni della richiesta sono troppo lunghi.',
    )
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new ApiError(413, 'too_large', 'Il file o i dati inviati sono troppo grandi.')
  return unreadable()
}

function asText(refusal: ApiError, request_id: string): string {
  const body = JSON.stringify(refusal.body(request_id))
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(refusalHeaders).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${request_id}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Whether an answer has begun: a second one would end up in the middle of it. Node keeps it under this name. */
const isAnswering = (socket: Socket) =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true
