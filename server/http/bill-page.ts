import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dist } from './web-app.ts'

type Drawn = { title: string; html: string }
type Draw = (token: string, bill: unknown) => Drawn

/**
 * `/mybill/{token}`: the page of a bill with its sum and the ways to pay in the HTML, so that it is there with the first
 * bytes. The bill comes from the endpoint that the page itself would ask, as whoever asks for the page: there is no second
 * way to it. What cannot be drawn (a link that is wrong, a maintenance) is the plain page, which asks and says why; a wrong link
 * is a 404.
 */
export async function serveBillPage(app: FastifyInstance, built = dist): Promise<void> {
  const page = await readPage(built)
  app.get<{ Params: { token: string } }>('/mybill/:token', async (request, reply) => {
    const { token } = request.params
    if (!page) return reply.redirect(`/#/mybill/${encodeURIComponent(token)}`)
    const { status, bill } = await askBill(app, request, token)
    // Browsers change the process of a page that sends it, just before its first paint.
    reply.raw.removeHeader('cross-origin-opener-policy')
    return reply
      .code(status === 404 ? 404 : 200)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .type('text/html; charset=utf-8')
      .send(bill === null ? page.plain : page.withBill(token, bill))
  })
}

async function askBill(
  app: FastifyInstance,
  request: FastifyRequest,
  token: string,
): Promise<{ status: number; bill: unknown }> {
  const forwarded = request.headers['x-forwarded-for']
  const { remoteAddress } = request.socket
  const answer = await app.inject({
    url: `/v1/mybill/${encodeURIComponent(token)}`,
    headers: { host: request.host, ...(forwarded && { 'x-forwarded-for': forwarded }) },
    ...(remoteAddress && { remoteAddress }),
  })
  const status = answer.statusCode
  return { status, bill: status === 200 ? answer.json() : null }
}

/** The page of the business build, into which a bill is drawn. Null where the web app is not built. */
async function readPage(built: string) {
  const plain = `${built}business/index.html`
  const draws = `${built}public-drawn/render.js`
  if (![plain, draws].every((file) => existsSync(file))) return null
  const html = readFileSync(plain, 'utf8')
  const [start = ''] = /<script id="start">.*?<\/script>/s.exec(html) ?? []
  const [, styles = ''] = /<template id="styles-public">(.*?)<\/template>/s.exec(html) ?? []
  const { renderBill } = (await import(pathToFileURL(draws).href)) as { renderBill: Draw }
  return {
    plain: html,
    withBill: (token: string, bill: unknown) => {
      const drawn = renderBill(token, bill)
      const given = JSON.stringify({ token, bill }).replaceAll('<', '\\u003c')
      return (
        html
          .replace(start, '')
          .replace('<html ', '<html data-drawn="bill" ')
          .replace(/<template.*?<\/template>/gs, '')
          .replace(/<title>.*?<\/title>/, () => `<title>${escaped(drawn.title)}</title>`)
          // One first paint, of the whole bill: a part of it would be laid out twice.
          .replace(
            '</head>',
            () => `<link rel="expect" href="#given-bill" blocking="render">${styles}</head>`,
          )
          .replace(
            '<div id="root"></div>',
            () =>
              `<div id="root">${drawn.html}</div><script type="application/json" id="given-bill">${given}</script>${start}`,
          )
      )
    },
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
