import type { SourceType } from '@saldo/contract/payments/sources'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Owner } from './owner.ts'

export type SourceLinkRow = {
  owner: Owner
  type: SourceType
  provider_account: ProviderAccount
  email: string
  expires_at: string
  source_id: number | null
}

/** The request that a link was made for. `requireUnused` checks whether it was used. */
export async function readSourceLink(tx: Tx, actor: Actor & { role: 'source_link' }): Promise<SourceLinkRow> {
  const [row] = await tx`
    select l.customer_id, l.subject_id, l.type, l.provider_account, l.email, l.expires_at, l.source_id, c.business_name,
      coalesce(s.nominative, c.business_name) as name
    from source_links l
    join customers c on c.customer_id = l.customer_id
    left join subjects s on s.customer_id = l.customer_id and s.subject_id = l.subject_id
    where l.link_id = ${actor.link_id}`
  if (!row) throw new Error(`no link ${actor.link_id}`)
  const { customer_id, subject_id, name, business_name, ...link } = row
  return {
    ...(link as Omit<SourceLinkRow, 'owner'>),
    owner: { customer_id, subject_id, name, email: link.email, business_name },
  }
}

/**
 * Single use: the link is used while the source it saved is saved or pending; a refused card does not use it up. Locks
 * it.
 */
export async function requireUnused(tx: Tx, link_id: number): Promise<void> {
  const [link] =
    await tx`select revoked_at, source_id from source_links where link_id = ${link_id} for update`
  const [saved] = await tx`
    select from payment_sources where source_id = ${link?.source_id ?? null} and state <> 'failed'`
  if (link?.revoked_at || saved) throw linkUsed()
}

export async function useLink(tx: Tx, link_id: number, source_id: number): Promise<void> {
  await tx`update source_links set source_id = ${source_id} where link_id = ${link_id}`
}

export const linkUsed = () =>
  new ApiError(410, 'link_used', 'Questo link è già stato usato. Se ti serve ancora, chiedine uno nuovo.')
