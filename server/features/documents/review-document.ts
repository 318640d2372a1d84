import type * as contract from '@saldo/contract/registry/documents'
import { formatDateTime } from '@saldo/domain/dates'
import type { SecondPersonRefusal } from '@saldo/domain/platform/second-person'
import {
  ownUpload,
  reviewerRefusals,
  toldAfterSeconds,
  whyNotReviewed,
} from '@saldo/domain/registry/document'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import { sayForWhom } from '../../http/in-name-of.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { lockDocument, type StoredDocument, selectDocuments } from './document-view.ts'
import type { SameAct } from './same-act.ts'

export const checkDocument = (door: SameAct<typeof contract.checkCustomerDocument>) =>
  serve(door, ({ services, tx, actor, params, body }) =>
    recordReview(services, tx, actor, params.document_id, {
      ...{ state: 'checked', reason: null },
      replaces: body.replaces ?? null,
    }),
  )

export const invalidateDocument = (door: SameAct<typeof contract.invalidateCustomerDocument>) =>
  serve(door, ({ services, tx, actor, params, body }) =>
    recordReview(services, tx, actor, params.document_id, {
      state: 'invalid',
      reason: body.reason ?? noReason,
      replaces: body.replaces ?? null,
    }),
  )

/** What the office reads when the reviewer gave no reason. */
const noReason = 'Il motivo non è indicato: chiedilo a chi gestisce Saldo.'

/** `replaces`: the `checked_at` of the decision that the reviewer saw. */
type Judged = { replaces: string | null } & (
  | { state: 'checked'; reason: null }
  | { state: 'invalid'; reason: string }
)

/**
 * Records the reviewer's decision about a document; a job tells the office some seconds later, so that the reviewer can
 * take it back first. One who repeats their decision changes nothing.
 * @throws ApiError 404; 409 `scan_…`, `own_upload`, `upload_in_line`, `activated_just_now`; 409 `already_decided`, with who decided what and when
 */
async function recordReview(
  services: Services,
  tx: Tx,
  actor: Actor,
  document_id: number,
  { state, reason, replaces }: Judged,
): Promise<contract.Document> {
  const document = await lockDocument(tx, document_id)
  const own = document.uploaded_by !== null && document.uploaded_by === actor.user_id
  const [person] = await tx<[{ refusal: SecondPersonRefusal | null }]>`
    select second_person_refusal(${document.uploaded_by}, ${actor.user_id}) as refusal`
  const has_scanner = services.env.SCAN_URL !== undefined
  const why = whyNotReviewed(document, { own, refusal: person.refusal, has_scanner })
  if (why) throw conflict(refusalOf[why] ?? `scan_${document.scan}`, why)
  const repeats =
    document.state === state && document.reason === reason && document.checked_by === actor.user_id
  if (!repeats) {
    if (document.checked_at !== replaces) throw await alreadyDecided(tx, document, actor)
    // From here on the back office writes to the office, whichever customer it impersonates.
    await tx`select enter('saldo_super', null, ${actor.user_id}, null)`
    await sayForWhom(tx, actor, document.customer_id)
    const [decided] = await tx<{ checked_at: string }[]>`
      update documents set state = ${state}, reason = ${reason}, checked_by = ${actor.user_id}, checked_at = now()
      where document_id = ${document_id} returning checked_at`
    const { checked_at } = decided as { checked_at: string }
    await services.queue.enqueue(
      tx,
      'tell-review',
      { document_id, checked_at },
      { after_seconds: toldAfterSeconds },
    )
  }
  const [now] = await selectDocuments(tx, tx`d.document_id = ${document_id}`)
  return now as contract.Document
}

const refusalOf: Readonly<Record<string, string>> = {
  [ownUpload]: 'own_upload',
  [reviewerRefusals.invited_in_line]: 'upload_in_line',
  [reviewerRefusals.activated_just_now]: 'activated_just_now',
}

/** Nothing is overwritten unseen: the second of two reviewers learns what the first one decided. */
async function alreadyDecided(tx: Tx, document: StoredDocument, actor: Actor): Promise<ApiError> {
  const { state, checked_at, checked_by } = document
  if (checked_at === null)
    return conflict(
      'already_decided',
      'La decisione è stata annullata: il documento è di nuovo da verificare.',
    )
  const [reviewer] = await tx<{ nominative: string }[]>`
    select nominative from users where user_id = ${checked_by}`
  const what = state === 'checked' ? 'verificato' : 'non valido'
  const when = formatDateTime(checked_at)
  return conflict(
    'already_decided',
    checked_by === actor.user_id
      ? `L’hai già segnato come ${what} (${when}).`
      : `${reviewer?.nominative ?? 'Un’altra persona'} l’ha già segnato come ${what} (${when}).`,
  )
}
