import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Row } from 'postgres'
import { type Listing, rowsOf } from '../db/listing.ts'
import type { As } from '../http/actor.ts'
import type { Services } from '../services.ts'

/**
 * The rows in batches, read no faster than the client takes them. Waits for the first batch, so that a failing query is
 * answered with its error and not with half a file.
 */
export async function openBatches<F extends object, Found>(of: {
  as: As
  services: Services
  listing: Listing<F, Found>
  query: F & { sort?: string | undefined }
}): Promise<PassThrough> {
  const batches = new PassThrough({ objectMode: true, highWaterMark: 2 })
  const stalled = new AbortController()
  const signal = AbortSignal.any([of.services.stopping, stalled.signal])
  const reading = of.as((tx) =>
    pipeline(whileTaken(rowsOf(tx, of.listing, of.query), stalled), batches, { signal }),
  )
  batches.on('error', () => {}) // the reader of the stream gets the error, too
  reading.catch((error) => batches.destroy(error))
  await Promise.race([once(batches, 'readable'), reading])
  return batches
}

/** Aborts when the client stops reading, so that it does not keep the transaction open. */
async function* whileTaken(batches: AsyncIterable<Row[]>, stalled: AbortController) {
  for await (const batch of batches) {
    const waiting = setTimeout(() => stalled.abort(new Error('nobody takes these rows')), stalledAfterMs)
    try {
      yield batch
    } finally {
      clearTimeout(waiting)
    }
  }
}
const stalledAfterMs = 60_000
