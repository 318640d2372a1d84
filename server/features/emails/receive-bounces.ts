import { createHmac, timingSafeEqual } from 'node:crypto'
import * as contract from '@saldo/contract/emails'
import { z } from 'zod'
import { ApiError, badInput } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { applyReport, type MailReport } from '../../mail/apply-report.ts'

/** Tolerance of the signature's time, in seconds, both ways. */
const toleranceSeconds = 300

const Event = z.object({
  id: z.string().min(1).max(200),
  kind: z.enum(['failed', 'delayed', 'complaint']),
  recipient: z.string().max(320).optional(),
  status: z.string().max(20).optional(),
  said: z.string().max(2000).optional(),
  message_id: z.string().max(500).optional(),
  return_path: z.string().max(500).optional(),
})
const Events = z.object({ events: z.array(Event).min(1).max(500) })

/**
 * Receives reports of mails that came back: `Saldo-Signature: t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<seconds>.<body>` with
 * MAIL_BOUNCE_SECRET. Each event is stored once by its id. As in reports of the mailbox, only one about a mail that we sent,
 * to the address to which we sent it, changes anything.
 */
export const receiveBounces = serveOpenly(contract.receiveBounces, async ({ services, request }) => {
  const raw = request.body as Buffer
  const signature = String(request.headers['saldo-signature'] ?? '')
  if (!Buffer.isBuffer(raw) || !isSigned(services.env.MAIL_BOUNCE_SECRET, raw, signature))
    throw badSignature()
  const { events } = read(raw)
  const counts = { applied: 0, known: 0, unmatched: 0 }
  for (const { id, ...event } of events) {
    const of = { source: 'webhook' as const, event_key: id }
    counts[await services.asSystem((tx) => applyReport(services, tx, of, reportOf(event)))] += 1
  }
  return counts
})

function isSigned(secret: string | undefined, raw: Buffer, signature: string): boolean {
  const [, seconds = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (!secret || !given || Math.abs(Date.now() / 1000 - Number(seconds)) > toleranceSeconds) return false
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest()
  return timingSafeEqual(right, Buffer.from(given, 'hex'))
}

function read(raw: Buffer): z.infer<typeof Events> {
  let value: unknown
  try {
    value = JSON.parse(raw.toString('utf8'))
  } catch {
    throw badInput({ body: 'Non è JSON.' })
  }
  const parsed = Events.safeParse(value)
  if (!parsed.success)
    throw badInput({ [parsed.error.issues[0]?.path.join('.') ?? 'body']: 'Valore non riconosciuto.' })
  return parsed.data
}

const reportOf = (event: Omit<z.infer<typeof Event>, 'id'>): MailReport => ({
  kind: event.kind,
  recipients: event.recipient ? [event.recipient] : [],
  status: event.status ?? null,
  said: event.said ?? '',
  refers: `${event.message_id ?? ''} ${event.return_path ?? ''}`,
})

const badSignature = () => new ApiError(400, 'bad_signature', 'La firma non è valida.')
