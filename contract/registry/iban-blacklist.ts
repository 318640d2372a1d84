import { z } from 'zod'
import { endpoint, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    blocked_iban: true
  }
}

/** A blocked IBAN: it may neither receive nor pay. Masked; a search takes the whole IBAN. */
export const BlockedIban = z
  .object({
    blocked_iban_id: z.number(),
    iban: z.string().meta({ description: 'First and last four characters' }),
    reason: z.string(),
    created_by_name: z.string().nullable(),
    created_at: fields.Instant,
  })
  .meta({ id: 'BlockedIban' })
export type BlockedIban = z.infer<typeof BlockedIban>

export const {
  list: listBlockedIbans,
  summarise: summariseBlockedIbans,
  export: exportBlockedIbans,
} = listEndpoints('iban-blacklist', {
  records: 'Blocked IBANs',
  record: 'blocked_iban',
  allow: ['super_user'],
  permission: null,
  scope: 'all_customers',
  row: BlockedIban,
  totals: z.object({ count: z.number() }),
  sorts: ['created_at'],
  columns: ['iban', 'reason', 'created_by_name', 'created_at'],
  filters: {},
})

export const blockIban = endpoint('PUT /v1/iban-blacklist', {
  summary: 'Block an IBAN; again: with another reason. Condominiums that have it keep it until somebody acts',
  allow: ['super_user'],
  permission: null,
  scope: 'all_customers',
  step_up: true,
  body: z.object({ iban: fields.Iban, reason: fields.text(300, 'Scrivi perché.') }),
  reply: BlockedIban,
})
export const unblockIban = endpoint('DELETE /v1/iban-blacklist/{id}', {
  summary: 'Take an IBAN off the blacklist',
  allow: ['super_user'],
  permission: null,
  scope: 'all_customers',
  step_up: true,
  params: IdParams('blocked_iban'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'it is not on the blacklist, or no longer' },
})
