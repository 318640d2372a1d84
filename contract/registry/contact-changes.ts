import { z } from 'zod'
import { endpoint, IdParams, LinkToken, roles, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/**
 * A request to change the e-mail address of an office or of a condominium, or a change that took place. `expired`: nobody
 * confirmed it within seven days.
 */
export const contactChangeStates = ['pending', 'confirmed', 'withdrawn', 'replaced', 'expired'] as const
export const ContactChange = z
  .object({
    contact_change_id: z.number(),
    account_id: z.number().nullable().meta({ description: 'Null: the address of the office' }),
    old_email: z.string().nullable().meta({ description: 'The link to confirm was sent there' }),
    new_email: z.string().nullable().meta({ description: 'Null: the address is removed' }),
    state: z.enum(contactChangeStates),
    requested_by_name: z.string(),
    requested_at: fields.Instant,
    expires_at: fields.Instant,
    decided_by_name: z.string().nullable(),
    decided_at: fields.Instant.nullable(),
  })
  .meta({ id: 'ContactChange' })
export type ContactChange = z.infer<typeof ContactChange>

const office = ['customer', 'awaiting', 'store', 'super_user'] as const
const noneWaits = 'no change is waiting'
const noCustomer = 'no such customer, or not yours'
const noAccount = 'no such condominium, or not yours'

export const listOfficeContactChanges = endpoint('GET /v1/customers/contact-changes/{id}', {
  summary: 'The changes of an office’s e-mail address, the newest first; at most a hundred',
  allow: office,
  permission: 'office:read',
  scope: 'whole_office_of_any',
  params: IdParams('customer'),
  reply: z.array(ContactChange),
  refuses: { 404: noCustomer },
})
export const withdrawOfficeContact = endpoint('DELETE /v1/customers/contact-changes/{id}', {
  summary: 'Withdraw the change of the office’s address that waits',
  allow: office,
  permission: 'office:write',
  scope: 'whole_office_of_any',
  params: IdParams('customer'),
  reply: ContactChange,
  refuses: { 404: noCustomer, 409: noneWaits },
})
export const confirmOfficeContact = endpoint('PUT /v1/customers/contact-changes/{id}', {
  summary: 'Confirm the change that waits, for an office that has lost its mailbox',
  allow: ['super_user'],
  permission: 'office:write',
  scope: 'all_customers',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('customer'),
  reply: ContactChange,
  refuses: { 404: noCustomer, 409: `${noneWaits}, or it is one’s own request` },
})

export const listAccountContactChanges = endpoint('GET /v1/accounts/contact-changes/{id}', {
  summary: 'The changes of a condominium’s e-mail address, the newest first; at most a hundred',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: z.array(ContactChange),
  refuses: { 404: noAccount },
})
export const withdrawAccountContact = endpoint('DELETE /v1/accounts/contact-changes/{id}', {
  summary: 'Withdraw the change of the condominium’s address that waits',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('account'),
  reply: ContactChange,
  refuses: { 404: noAccount, 409: noneWaits },
})
export const confirmAccountContact = endpoint('PUT /v1/accounts/contact-changes/{id}', {
  summary: 'Confirm the change that waits, for a condominium that has lost its mailbox',
  allow: ['super_user'],
  permission: 'accounts:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('account'),
  reply: ContactChange,
  refuses: { 404: noAccount, 409: noneWaits },
})

export const confirmContact = endpoint('POST /v1/contact-changes/{token}', {
  summary:
    'Confirm a new address of an office or of a condominium by the link that was sent to the address of before',
  allow: roles,
  permission: null,
  scope: 'accounts',
  params: z.object({ token: LinkToken }),
  reply: z.object({ name: z.string(), email: z.string().nullable() }),
  refuses: { 410: 'the link is unknown, used, withdrawn, replaced or older than seven days' },
})
