import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where the builds of the web app lie. */
export const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const builds = [
  { prefix: '/b2c/', name: 'b2c' },
  // The files of the public pages, which the page of either app loads.
  { prefix: '/p/', name: 'public' },
  { prefix: '/', name: 'business' },
]

/**
 * Serves the built web app: business at `/`, consumer at `/b2c/`, the files of the public pages at `/p/`. Assets have hashed names and are cached for a year.
 * Everything else (the page, the service worker, the manifest) is revalidated each time, so that a deploy is visible at
 * once.
 */
export async function serveWebApp(app: FastifyInstance, built = dist): Promise<void> {
  for (const { prefix, name } of builds) {
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

/**
 * Returns the hashes of the scripts in the page of each app (`web/first-paint.ts`, `web/start.ts`) as `'sha256-…'`: the content
 * security policy must allow them.
 */
export function inlineScripts(built = dist): string[] {
  const pages = builds.map(({ name }) => `${built}${name}/index.html`).filter((file) => existsSync(file))
  return pages.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<script(?: id="start")?>(.*?)<\/script>/gs)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
  )
}
