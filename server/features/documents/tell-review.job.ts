import type { JobHandler } from '../../jobs/jobs.ts'
import type { StoredDocument } from './document-view.ts'
import { notifyReview } from './notify-review.ts'

/**
 * Tells the office of a decision that still stands. The lock decides between this and whoever takes the decision back: the
 * later of the two finds that it is too late.
 */
export const tellReview: JobHandler<'tell-review'> = (services, { document_id, checked_at }) =>
  services.asSystem(async (tx) => {
    const [document] = await tx<StoredDocument[]>`
      update documents set told_at = now()
      where document_id = ${document_id} and checked_at = ${checked_at}::timestamptz
        and (told_at is null or told_at < checked_at)
      returning *`
    if (document) await notifyReview(services, tx, document)
  })
