import { z } from 'zod'
import { endpoint, IdParams, signedIn } from '../endpoint.ts'
import { Instant } from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    session: true
  }
}

export const OpenSession = z
  .object({
    session_id: z.number(),
    device: z.string().meta({ description: 'Program and device in words, as “Chrome su Windows”' }),
    address: z.string().nullable().meta({ description: 'The address it was opened from' }),
    created_at: Instant,
    used_at: Instant.meta({ description: 'To within ten minutes' }),
    is_this: z.boolean().meta({ description: 'The session that asks' }),
  })
  .meta({ id: 'OpenSession' })
export type OpenSession = z.infer<typeof OpenSession>

export const listSessions = endpoint('GET /v1/sessions', {
  summary: 'One’s own open sessions, this one first, then the latest used; the first hundred',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  reply: z.array(OpenSession),
})

export const endOneSession = endpoint('DELETE /v1/sessions/{id}', {
  summary: 'End one of one’s own sessions: its tokens stop working at once',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  params: IdParams('session'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'ended already, or somebody else’s' },
})

export const endAllOtherSessions = endpoint('DELETE /v1/sessions', {
  summary: 'End all of one’s own sessions but this one',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  status: 204,
  reply: z.undefined(),
})
