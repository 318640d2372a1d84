import { describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../testing/stub-storage.ts'

const kept = stubStorage()

const { api } = await import('../api.ts')
const { keptKey } = await import('./kept-key.ts')
const key = () => keptKey('refund:7')
const refund = (of: ReturnType<typeof keptKey>) =>
  api('POST /v1/stripe/refund/{id}', {
    params: { id: 7 },
    idempotencyKey: of,
    body: { reason: 'duplicate' },
  })
const answer = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))
const unanswered = () =>
  Object.fromEntries(
    Object.entries(JSON.parse(kept.get('saldo.unanswered') ?? '{}')).map(([what, of]) => [
      what,
      (of as { key: string }).key,
    ]),
  )

describe('a form that moves money', () => {
  it('keeps its key when the answer is lost, says so, and sends the same key again', async () => {
    const sent: string[] = []
    vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers['idempotency-key'] ?? '')
      return Promise.reject(new TypeError('network'))
    })
    const first = key()
    await expect(refund(first)).rejects.toMatchObject({
      error: 'unanswered',
      error_description: expect.stringContaining('può darsi che la richiesta sia già registrata'),
    })
    expect(unanswered()).toEqual({ 'refund:7': first.current })
    vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers['idempotency-key'] ?? '')
      return answer(201, { refund_id: 1 })()
    })
    // The dialog was closed and opened again.
    expect(await refund(key())).toEqual({ refund_id: 1 })
    expect(sent).toEqual([first.current, first.current])
    expect(unanswered()).toEqual({})
    expect(key().current).not.toBe(first.current)
  })

  it('has a new key a quarter of an hour later: it may ask for the same once more', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    const of = key()
    await expect(refund(of)).rejects.toMatchObject({ error: 'unanswered' })
    expect(key().current).toBe(of.current)
    vi.useFakeTimers({ now: Date.now() + 15 * 60_000 })
    expect(key().current).not.toBe(of.current)
    vi.useRealTimers()
  })

  it('keeps it after a fault of the server, and drops it once the server has refused', async () => {
    vi.stubGlobal('fetch', answer(500, { error: 'internal', error_description: 'Errore' }))
    const of = key()
    await expect(refund(of)).rejects.toMatchObject({ error: 'unanswered' })
    expect(unanswered()).toEqual({ 'refund:7': of.current })
    vi.stubGlobal('fetch', answer(409, { error: 'not_refundable', error_description: 'No' }))
    await expect(refund(key())).rejects.toMatchObject({ error: 'not_refundable' })
    expect(unanswered()).toEqual({})
  })

  it('gets a new key after the server said what the first request made', async () => {
    const of = key()
    const first = of.current
    vi.stubGlobal('fetch', answer(409, { error: 'idempotency_key_reused', error_description: 'Già fatto' }))
    await expect(refund(of)).rejects.toMatchObject({ error: 'idempotency_key_reused' })
    expect([unanswered(), of.current === first]).toEqual([{}, false])
  })
})
