import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const editions = [
  { prefix: '/b2c/', name: 'b2c' },
  { prefix: '/', name: 'business' },
]

/**
 * Serves the built web app: business at `/`, consumer at `/b2c/`. Assets have hashed names and are cached for a year.
 * Everything else (the page, the service worker, the manifest) is revalidated each time, so that a deploy is visible at
 * once.
 */
export async function serveWebApp(app: FastifyInstance, built = dist): Promise<void> {
  for (const { prefix, name } of editions) {
    const folder = `${built}${name}`
    if (!existsSync(folder)) continue
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: name === 'b2c',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
    // Trailing slashes are ignored, so `/b2c/` would be looked up in the business build.
    if (name === 'b2c')
      app.get('/b2c', (request, reply) =>
        /^\/b2c\/(\?|$)/.test(request.url) ? reply.sendFile('index.html', folder) : reply.redirect('/b2c/'),
      )
  }
}
