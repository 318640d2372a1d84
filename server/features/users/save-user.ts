import * as contract from '@saldo/contract/identity/users'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Actor, As } from '../../http/actor.ts'
import { badInput, conflict } from '../../http/errors.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { mailEmailChange, newEmail } from './change-email.ts'
import { presentUser } from './get-user.ts'
import { inviteUser } from './invite-user.ts'
import { refuseBackOfficeAddress } from './refuse-back-office-address.ts'
import { isSubUser } from './sub-users/grant-limits.ts'
import { tellBackOffice, tellFullUsers, tellOfNewAddress } from './tell-full-users.ts'

type Body = z.output<typeof contract.saveUser.body>

export const saveUser = serveAcross(contract.saveUser, async ({ as, services, body }) => {
  if (body.flag_super_user && body.user_id === undefined) return inviteSuperUser(services, as, body)
  const { user, email, by } = await as(async (tx, actor) => ({
    ...(await saveVisible(services, tx, actor, body)),
    by: actor,
  }))
  if (email !== null && by.role === 'super_user' && user.user_id !== by.user_id)
    await tellOfAddress(services, by.user_id, user, email)
  return { ...user, ...(await mailEmailChange(services, user.user_id, email, by.user_id)) }
})

/**
 * Only the system may make a super user: a statement smuggled into a request, which could become the back office, must not
 * be able to. Whether the caller may is found out first, as the caller.
 */
async function inviteSuperUser(services: Services, as: As, body: Body): Promise<contract.SavedUser> {
  const inviter = await as(async (_tx, actor) => {
    if (actor.role !== 'super_user' || actor.customer_id !== null || body.customer_id !== undefined)
      throw badInput({ flag_super_user: 'Solo il backoffice, quando non lavora per un cliente, può farlo.' })
    return actor.user_id
  })
  const user_id = await services.asSystem(async (tx) => {
    await tx`select set_config('saldo.user_id', ${String(inviter)}, true)`
    await tellBackOffice(services, tx, body)
    return inviteUser(services, tx, { ...invited(body), customer_id: null, flag_super_user: true })
  })
  return as(async (tx) => ({ ...(await presentUser(tx, user_id)), waiting_email: null }))
}

/** In the name of whoever changed it, as the system: an actor who works for an office reaches nobody in the back office. */
const tellOfAddress = (services: Services, by: number, user: contract.User, email: string) =>
  services.asSystem(async (tx) => {
    await tx`select set_config('saldo.user_id', ${String(by)}, true)`
    await tellOfNewAddress(services, tx, user, email)
  })

const invited = ({ nominative, email, user_name }: Body) => ({
  nominative,
  email,
  user_name: user_name ?? email,
})

/** `email`: an address that is still to be confirmed. */
async function saveVisible(
  services: Services,
  tx: Tx,
  actor: Actor,
  body: Body,
): Promise<{ user: contract.User; email: string | null }> {
  const customer_id = await officeOf(tx, actor, body)
  const known = body.user_id === undefined ? null : await presentUser(tx, body.user_id)
  if (isSubUser(actor)) throw notForSubUsers()
  if (!known?.flag_super_user && body.email?.toLowerCase() !== known?.email?.toLowerCase())
    await refuseBackOfficeAddress(tx, body.email)
  if (!known) {
    const user_id = await inviteUser(services, tx, { ...invited(body), customer_id })
    if (customer_id !== null)
      await tellFullUsers(services, tx, customer_id, { nominative: body.nominative, what: 'invited' })
    return { user: await presentUser(tx, user_id), email: null }
  }
  if (isForeignAddress(actor, known, body.email)) throw notTheirs()
  if (known.flag_super_user && known.user_id !== actor.user_id && body.nominative !== known.nominative)
    throw notTheirName()
  if (known.user_id === actor.user_id) await tx`select rename_oneself(${body.nominative})`
  else await tx`update users set nominative = ${body.nominative} where user_id = ${known.user_id}`
  return {
    user: await presentUser(tx, known.user_id),
    email: await newEmail(tx, known.email, body.email),
  }
}

/**
 * Whoever reads a person's mail can choose their password, so a colleague may not change it, whatever they prove; in the
 * back office neither. The back office may for an office's users.
 */
const isForeignAddress = (actor: Actor, known: contract.User, email: string | undefined): boolean =>
  (actor.role !== 'super_user' || known.flag_super_user) &&
  known.user_id !== actor.user_id &&
  email !== undefined &&
  email.toLowerCase() !== known.email?.toLowerCase()

const notTheirs = () => {
  const said =
    'L’e-mail di un collega la cambia lui, dalle sue impostazioni. Se non può più entrare, rimuovilo e invitalo di nuovo.'
  return conflict('not_own_address', said, { email: said })
}

/** A super user's name stands in approvals and in the audit log: nobody else writes it. */
const notTheirName = () => {
  const said = 'Il nome di chi lavora nel backoffice lo cambia lui, dalle sue impostazioni.'
  return conflict('not_own_name', said, { nominative: said })
}

/** The customer of a new user; null for a known one, unless the request names it. */
async function officeOf(tx: Tx, actor: Actor, body: Body): Promise<number | null> {
  // The changed user determines the customer; a customer named in the request must be visible too.
  if (body.user_id !== undefined && body.customer_id === undefined) return null
  return recordCustomer(tx, actor, body.customer_id)
}

const notForSubUsers = () =>
  conflict('full_user', 'Un collega con tutti i permessi lo aggiunge o lo cambia solo chi li ha tutti.')
