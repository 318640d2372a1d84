import { createHash } from 'node:crypto'

/** Passes the bytes on, and knows their number and their SHA-256 once all have passed. */
export function measured(source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let bytes = 0
  const pass = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { content: pass(), bytes: () => bytes, sha256: () => hash.digest('hex') }
}
