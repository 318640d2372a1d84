import { type PassThrough, Readable } from 'node:stream'
import type { Endpoint } from '@saldo/contract/endpoint'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Listing, PageQuery } from '../db/listing.ts'
import { type Route, rawReply, serveAcross, serveList } from '../http/serve.ts'
import { openBatches } from './open-batches.ts'

/**
 * Like `serveList`; but when the query asks for no page (neither `limit` nor `cursor`), it answers all rows at once, as
 * the specification has it. They are streamed while the database still reads them, so that memory does not grow with
 * their number.
 */
export function serveWholeList<E extends Endpoint, F extends object, Found>(
  endpoint: E & { query: z.ZodType<F & PageQuery> },
  listing: Listing<F, Found>,
  item: (row: Row) => unknown = (row) => row,
): Route {
  const page = serveList(endpoint, listing, item)
  const whole = serveAcross(endpoint, async ({ as, services, query, reply }) => {
    const batches = await openBatches({ as, services, listing, query: query as F & PageQuery })
    const text = Readable.from(written(batches, (row) => itemOf(endpoint).parse(item(row))))
    text.once('close', () => batches.destroy())
    reply.type('application/json; charset=utf-8').send(text)
    return rawReply as never
  })
  return {
    endpoint,
    handle: (services, request, reply) => {
      const { limit, cursor } = request.query as Partial<Record<keyof PageQuery, string>>
      return (limit || cursor ? page : whole).handle(services, request, reply)
    },
  }
}

const itemOf = ({ reply }: Endpoint) =>
  (reply as z.ZodObject<{ items: z.ZodArray }>).shape.items.element as z.ZodType

/** The reply of a page that is the last, a batch of rows at a time. */
async function* written(batches: PassThrough, item: (row: Row) => unknown) {
  yield '{"items":['
  let first = true
  for await (const batch of batches as AsyncIterable<Row[]>) {
    const rows = batch.map((row) => JSON.stringify(item(row))).join(',')
    if (rows) yield first ? rows : `,${rows}`
    first &&= rows === ''
  }
  yield '],"next_cursor":null}'
}
