import type { FastifyInstance } from 'fastify'

/** Addresses of the app that people write and send, all of them below `#`. */
const addresses = ['/web', '/web/*', '/auth', '/auth/*', '/checkout-result/:token']

/**
 * A link of the app that somebody wrote without its `#`: a browser is sent to the address with it, in the same edition. Some
 * carry a password or a token. The log names a request by its route alone, and the page takes them out of the address.
 */
export function sendToHash(app: FastifyInstance): void {
  for (const edition of ['', '/b2c'])
    for (const address of addresses)
      app.get(`${edition}${address}`, (request, reply) => {
        if (!request.headers.accept?.includes('text/html')) return reply.callNotFound()
        return reply
          .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
          .redirect(`${edition}/#${request.url.slice(edition.length)}`)
      })
}
