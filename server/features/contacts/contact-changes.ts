import * as contract from '@saldo/contract/registry/contact-changes'
import { serve } from '../../http/serve.ts'
import { contactChangesOf, decideContactChange, lockPendingContact } from './contact-change.ts'
import { accountContact, officeContact } from './contact-owner.ts'

export const listOfficeContactChanges = serve(
  contract.listOfficeContactChanges,
  async ({ tx, params: { id } }) => contactChangesOf(tx, await officeContact(tx, id)),
)
export const listAccountContactChanges = serve(
  contract.listAccountContactChanges,
  async ({ tx, params: { id } }) => contactChangesOf(tx, await accountContact(tx, id)),
)

export const withdrawOfficeContact = serve(contract.withdrawOfficeContact, async ({ tx, params: { id } }) => {
  const waiting = await lockPendingContact(tx, await officeContact(tx, id))
  return decideContactChange(tx, waiting, 'withdrawn')
})
export const withdrawAccountContact = serve(
  contract.withdrawAccountContact,
  async ({ tx, params: { id } }) => {
    const waiting = await lockPendingContact(tx, await accountContact(tx, id))
    return decideContactChange(tx, waiting, 'withdrawn')
  },
)
