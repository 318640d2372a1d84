import type { ContactChange } from '@saldo/contract/registry/contact-changes'
import * as contract from '@saldo/contract/registry/contact-changes'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { hashToken } from '../../http/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { serve, serveOpenly } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { decideContactChange, lockPendingContact, pendingChange } from './contact-change.ts'
import { accountContact, type ContactOwner, officeContact } from './contact-owner.ts'
import { mailReplacedContact } from './mail-replaced-contact.ts'

/** By the link in the old mailbox. */
export const confirmContact = serveOpenly(contract.confirmContact, ({ services, params }) =>
  services.asSystem(async (tx) => {
    const [asked] = await tx<Asked[]>`
      select contact_change_id, customer_id, account_id from contact_changes where token_hash = ${hashToken(params.token)}`
    if (!asked) throw linkGone()
    const owner = await ownerOf(tx, asked)
    const change = await pendingChange(tx, owner)
    if (change?.contact_change_id !== asked.contact_change_id) throw linkGone()
    const { new_email } = await confirm(services, tx, owner, change)
    return { name: owner.name, email: new_email }
  }),
)

type Asked = { contact_change_id: number; customer_id: number; account_id: number | null }

const ownerOf = (tx: Tx, { customer_id, account_id }: Asked) =>
  account_id === null ? officeContact(tx, customer_id, true) : accountContact(tx, account_id, true)

const linkGone = () =>
  new ApiError(
    410,
    'link_gone',
    'Questo link è scaduto, è già stato usato o la richiesta è stata ritirata: se serve, chiedi di nuovo il cambio.',
  )

/** By the back office, for those who have lost their mailbox; the audit log has the name. */
export const confirmOfficeContact = serve(
  contract.confirmOfficeContact,
  async ({ services, tx, params: { id } }) => {
    const owner = await officeContact(tx, id, true)
    return confirm(services, tx, owner, await lockPendingContact(tx, owner))
  },
)

export const confirmAccountContact = serve(
  contract.confirmAccountContact,
  async ({ services, tx, params: { id } }) => {
    const owner = await accountContact(tx, id, true)
    return confirm(services, tx, owner, await lockPendingContact(tx, owner))
  },
)

async function confirm(services: Services, tx: Tx, owner: ContactOwner, waiting: ContactChange) {
  const change = await decideContactChange(tx, waiting, 'confirmed')
  const { customer_id, account_id } = owner
  await emit(services, tx, 'contact_confirmed', { customer_id, account_id, email: change.new_email })
  await mailReplacedContact(services, tx, owner, change)
  return change
}
