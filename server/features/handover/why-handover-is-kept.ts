import type { StoredFiles } from '../../feature.ts'

/** A ZIP that was made can be made again; one that was loaded is needed until the condominium is taken over. */
export const whyHandoverIsKept: StoredFiles['why_kept'] = async (tx, handover_id) => {
  const [handover] = await tx<{ state: string }[]>`
    select state from handovers where handover_id = ${handover_id} for no key update`
  return handover && ['writing', 'reading', 'to_check', 'taking'].includes(handover.state)
    ? 'Il passaggio di consegne non è finito: prima va concluso o scartato.'
    : null
}
