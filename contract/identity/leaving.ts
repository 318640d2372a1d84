import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** What a resident's access holds: what ends with it, and what the offices keep. Sums in cents. */
export const Leaving = z
  .object({
    user_name: z.string().meta({ description: 'To be typed to confirm' }),
    email: z.string().nullable().meta({ description: 'Where the confirmation goes' }),
    offices: z.array(z.string()).meta({ description: 'The administrators who keep bills and receipts' }),
    residue: z.number().meta({ description: 'Still due of all bills: it stays due' }),
    pending: z.number().meta({ description: 'On its way at the bank: it goes on' }),
    methods: z.number().meta({ description: 'Saved cards and accounts, with their mandates' }),
    autopays: z.number(),
    planned_debits: z.number().meta({ description: 'From saved methods' }),
    bank_mandates: z.number().meta({ description: 'Signed for a condominium’s own bank: they stay' }),
    pays_for: z.number().meta({ description: 'People for whom they pay' }),
    payers: z.number().meta({ description: 'People who pay for them' }),
  })
  .meta({ id: 'Leaving' })
export type Leaving = z.infer<typeof Leaving>

const resident = { allow: ['consumer'], permission: null, scope: 'accounts' } as const

export const whatLeavingEnds = endpoint('GET /v1/users/btoc/leaving', {
  ...resident,
  summary:
    'What a resident’s access holds, before they close it: what ends, and what their administrators keep',
  reply: Leaving,
})

export const leave = endpoint('POST /v1/users/btoc/leave', {
  ...resident,
  summary:
    'A resident closes their own access: autopays, saved methods with their mandates and planned debits, delegations and ' +
    'sessions end at once, and the person of each registry has no user any more. A mail confirms it. Bills, payments and ' +
    'receipts stay with the administrators, who must keep them',
  step_up: true,
  body: z.object({
    user_name: z
      .string('Scrivi il tuo nome utente.')
      .min(1, 'Scrivi il tuo nome utente.')
      .meta({ description: 'One’s own, typed' }),
  }),
  status: 204,
  reply: z.undefined(),
  refuses: { 400: 'the user name is another one' },
})
