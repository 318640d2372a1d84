import { type FlowKind, flowKindLabels } from '@saldo/domain/payments/flow'
import type { StoredFiles } from '../../feature.ts'

/** A file by which money was asked for, moved or booked stays; one that was refused, or can be made again, need not. */
export const whyFlowIsKept: StoredFiles['why_kept'] = async (tx, flow_id) => {
  const [flow] = await tx<{ kind: FlowKind | null; state: string; direction: string }[]>`
    select kind, state, direction from flows where flow_id = ${flow_id} for no key update`
  if (!flow || flow.state === 'refused' || flow.state === 'failed') return null
  if (flow.state !== 'done') return 'Il file si sta leggendo o scrivendo: aspetta che finisca.'
  if (flow.kind === null || flow.kind === 'receipts_export') return null
  const what = flowKindLabels[flow.kind]
  return flow.direction === 'in'
    ? `«${what}»: da questo file vengono movimenti registrati, e ne è la prova.`
    : `«${what}»: questo file chiede denaro alla banca o lo sposta, e ne è la prova.`
}
