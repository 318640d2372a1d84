import type { FastifyReply } from 'fastify'

/** Pages run no script, load nothing, and are not cached. */
export function sendPage(reply: FastifyReply, page: string, status = 200) {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'referrer-policy': 'no-referrer',
    })
    .send(page)
}
