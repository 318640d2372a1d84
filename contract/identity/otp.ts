import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { Email, Instant } from '../fields.ts'

const OtpRequest = z
  .object({
    frontend_code: z.string().meta({ description: 'Goes back with the code that was mailed' }),
    email: z.string(),
    expires_at: Instant,
  })
  .meta({ id: 'OtpRequest' })
export type OtpRequest = z.infer<typeof OtpRequest>

export const requestOtp = endpoint('POST /v1/otp/request', {
  summary: 'Mail a one-time code of six digits to an address: good for ten minutes and five tries',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  body: z.object({ email: Email }),
  reply: OtpRequest,
})

export const verifyOtp = endpoint('POST /v1/otp/verify', {
  summary:
    'Whether the code that was mailed is the one typed; the result is kept. Send what the request answered, and otp',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  body: z.object({
    frontend_code: z.string('Chiedi prima un codice.').max(100),
    otp: z.string('Scrivi il codice ricevuto per e-mail.').trim().max(20),
    email: z.string().max(254).optional(),
    expires_at: z.string().max(40).optional(),
  }),
  reply: z.object({ otp_id: z.number(), email: z.string(), verified_at: Instant }),
  refuses: { 400: 'the code is wrong, expired, used up or another user’s; the field otp says which' },
})
