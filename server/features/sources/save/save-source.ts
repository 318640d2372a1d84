import * as contract from '@saldo/contract/payments/sources'
import { today } from '@saldo/domain/dates'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import type { Actor, As } from '../../../http/actor.ts'
import { ApiError, badInput, conflict, notFound } from '../../../http/errors.ts'
import { type RequestKey, requestKey } from '../../../http/idempotency-key.ts'
import { serveAcross } from '../../../http/serve.ts'
import { answerWithin } from '../../../provider/wait-for-provider.ts'
import type { Services } from '../../../services.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { draftMandate } from '../../mandates/source-mandate.ts'
import { type Owner, ownerOf, providerAccountOf } from '../owner.ts'
import { readSourceLink, requireUnused, useLink } from '../source-link.ts'
import { mandateTextOf } from '../source-texts.ts'
import { sourceView } from '../source-view.ts'
import { insertSource, lockSource, sourceOfForm } from '../sources.sql.ts'
import { requireHolder } from './create-source.ts'
import { onPaper, setUpSource } from './set-up-source.ts'

type Body = z.output<typeof contract.saveSource.body>

export const saveSource = serveAcross(
  contract.saveSource,
  async ({ services, as, actor, body, params, request }) => {
    if (body.type_id === 'sepa_debit' && !body.name)
      throw badInput({ name: 'Scrivi il nome dell’intestatario del conto.' })
    const asked = await ownerAndAccount(services, as, actor, body)
    const consent = consentOf(actor, asked.owner, body, request)
    const creditor_id = services.providers.creditor_id(asked.provider_account)
    // A repeated press makes a new token of the same card or account.
    const key = requestKey(request, body, ['payment_method_id'])
    const { source_id, known } = await services.asSystem((tx) =>
      record(tx, actor, { ...asked, body, consent, key, creditor_id }),
    )
    const back = params.token
      ? `#/metodo/${params.token}`
      : asked.owner.subject_id
        ? backTo(actor, asked.owner)
        : '#/metodi'
    if (!known)
      await answerWithin(services, setUpSource(services, source_id, `${services.env.PUBLIC_URL}/${back}`))
    return services.asSystem((tx) => sourceView(tx, source_id))
  },
)

const backTo = (actor: Actor, { subject_id }: Owner) =>
  actor.role === 'consumer' ? '#/metodi' : `#/anagrafica/${subject_id}`

type Asked = { owner: Owner; provider_account: 'stripe' | 'stripe2'; consenting: string }

/** The new source's owner and provider account; a link determines both. */
async function ownerAndAccount(services: Services, as: As, actor: Actor, body: Body): Promise<Asked> {
  if (actor.role === 'source_link') {
    const link = await services.asSystem((tx) => readSourceLink(tx, actor))
    if (link.type !== body.type_id) throw conflict('other_type', 'Con questo link si salva un altro metodo.')
    return { ...link, consenting: 'pagatore' }
  }
  return as(async (tx, who) => {
    const owner = await ownerOf(tx, who, body.id ?? 0)
    if (body.source_id && !(await lockSource(tx, body.source_id, owner)))
      throw notFound('Questo metodo di pagamento')
    requireHolder(who, owner, body.type_id)
    const provider_account = await providerAccountOf(tx, services, owner)
    return { owner, provider_account, consenting: await actorName(tx) }
  })
}

type Consent = { accepted_from: string; accepted_with: string; signed_on: string }

/** Staff record a mandate signed on paper; everybody else accepts it here and now. */
function consentOf(actor: Actor, owner: Owner, { mandate }: Body, request: FastifyRequest): Consent {
  if (!mandate)
    throw new ApiError(422, 'mandate_not_accepted', 'Per salvare il metodo devi accettare il mandato.')
  const staff = actor.role === 'customer' || actor.role === 'super_user'
  if (!staff || owner.subject_id === null)
    return {
      accepted_from: request.ip,
      accepted_with: String(request.headers['user-agent'] ?? '').slice(0, 500) || 'sconosciuto',
      signed_on: today(),
    }
  const { signed_on } = mandate
  if (!signed_on) throw badInput({ mandate: 'Scrivi in che giorno il mandato è stato firmato.' })
  if (signed_on > today()) throw badInput({ mandate: 'Il mandato non può essere firmato nel futuro.' })
  return { accepted_from: onPaper, accepted_with: onPaper, signed_on }
}

/** T1: records the source and what its holder accepted. A repeated request finds what the first one made. */
async function record(
  tx: Tx,
  actor: Actor,
  asked: Asked & { body: Body; consent: Consent; key: RequestKey; creditor_id: string | null },
): Promise<{ source_id: number; known: boolean }> {
  const { owner, body, consent, key, provider_account } = asked
  const same = await sourceOfForm(tx, owner, key)
  if (same) return { source_id: same, known: true }
  if (actor.role === 'source_link') await requireUnused(tx, actor.link_id)
  const source_id =
    body.source_id && actor.role !== 'source_link'
      ? await begunSource(tx, owner, body)
      : await insertSource(tx, owner, {
          provider_account,
          type: body.type_id,
          email: body.email,
          idempotency_key: null,
          link_id: actor.role === 'source_link' ? actor.link_id : null,
          created_by: actor.user_id,
        })
  if (actor.role === 'source_link') await useLink(tx, actor.link_id, source_id)
  await tx`
    update payment_sources
    set state = 'pending', provider_method = ${body.payment_method_id}, holder = ${body.name ?? null},
      email = ${body.email}, idempotency_key = ${key.idempotency_key}, request_hash = ${key.request_hash},
      next_check_at = now() + interval '30 seconds'
    where source_id = ${source_id}`
  await draftMandate(
    tx,
    {
      customer_id: owner.customer_id,
      subject_id: owner.subject_id,
      source_id,
      provider_account,
      payment_method_id: body.payment_method_id,
      text: mandateTextOf(owner, body.type_id, asked.creditor_id),
      ...consent,
    },
    asked.consenting,
  )
  return { source_id, known: false }
}

/** The empty source that create_source made. */
async function begunSource(tx: Tx, owner: Owner, { source_id, type_id }: Body): Promise<number> {
  const source = await lockSource(tx, source_id as number, owner)
  if (!source) throw notFound('Questo metodo di pagamento')
  if (source.state !== 'draft' || source.type !== type_id)
    throw conflict('not_begun', 'Questo metodo è già stato inserito: ricomincia da capo.')
  return source.source_id
}
