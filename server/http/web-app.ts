import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const editions = [
  { prefix: '/b2c/', folder: `${dist}b2c` },
  { prefix: '/', folder: `${dist}business` },
]

/** Serves the built web app: business at `/`, consumer at `/b2c/`. Named assets never change and are kept for a year. */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
  for (const { prefix, folder } of editions) {
    if (!existsSync(folder)) continue
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
}
