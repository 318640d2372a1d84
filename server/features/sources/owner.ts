import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { badInput, notFound } from '../../http/errors.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'

/** The owner of a source: a subject, or the customer's own office (`subject_id` null). */
export type Owner = {
  customer_id: number
  subject_id: number | null
  name: string
  email: string | null
  business_name: string
}

/**
 * Resolves an owner id for this actor: a subject they see; 0 means a consumer's only subject, or the office of a
 * customer's user. Throws 404 when not visible, 400 when 0 is ambiguous.
 */
export async function ownerOf(tx: Tx, actor: Actor, owner_id: number): Promise<Owner> {
  const owners = await ownersOf(tx, actor, owner_id)
  const [only, ...others] = owners
  if (!only && owner_id === 0 && actor.role === 'super_user')
    throw badInput({ id: 'Scegli prima per quale cliente lavori.' })
  if (!only) throw notFound('Questa persona')
  if (others.length > 0) throw badInput({ id: 'Scegli per quale amministratore.' })
  return only
}

/** The owners behind an id, where 0 means all of a consumer's own subjects. */
export async function ownersOf(tx: Tx, actor: Actor, owner_id: number): Promise<Owner[]> {
  if (owner_id === 0 && actor.role !== 'consumer') return office(tx, actor)
  return tx<Owner[]>`
    select s.customer_id, s.subject_id, s.nominative as name, s.email,
      coalesce(c.business_name, 'il tuo amministratore') as business_name
    from subjects s left join customers c on c.customer_id = s.customer_id
    where ${owner_id === 0 ? tx`true` : tx`s.subject_id = ${owner_id}`}
    order by business_name, s.subject_id`
}

const office = (tx: Tx, { customer_id }: Actor) => tx<Owner[]>`
  select customer_id, null as subject_id, business_name as name, primary_email as email, business_name
  from customers where customer_id = ${customer_id}`

/** The provider account for a subject's methods: that of the condominium with the latest bill. */
export async function providerAccountOf(tx: Tx, services: Services, owner: Owner): Promise<ProviderAccount> {
  const { configured } = services.providers
  const [latest] = await tx<{ provider_account: ProviderAccount }[]>`
    select a.provider_account from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    where b.customer_id = ${owner.customer_id} and b.subject_id = ${owner.subject_id}
    order by b.next_due_date desc, b.bill_id desc limit 1`
  const wanted = latest?.provider_account ?? 'stripe'
  return configured.includes(wanted) ? wanted : (configured[0] ?? 'stripe')
}
