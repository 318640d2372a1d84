import type { Contract } from '@saldo/contract/contract'
import { api, apiFile } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { Limits, TransferDetail } from './transfer-words.ts'

/** Everything that a change of a transfer changes on the screens. */
export const refreshTransfers = async (): Promise<void> => {
  for (const noun of ['money-transfers', 'movable-balances', 'balance-movements', 'money-transfer-limits'])
    await queries.invalidateQueries({ queryKey: [noun] })
}

const acts = {
  approve: (id: number) => api('POST /v1/money-transfers/{id}/approve', { params: { id } }),
  withdraw: (id: number) => api('POST /v1/money-transfers/{id}/withdraw', { params: { id } }),
  handOver: (id: number) => api('POST /v1/money-transfers/{id}/hand-over', { params: { id } }),
  /** It should not have left, but the bank has the file. */
  noteAtBank: (id: number) =>
    api('POST /v1/money-transfers/{id}/hand-over', { params: { id }, body: { bank_has_it: true } }),
}
export type Act = keyof typeof acts

/** Rejects with the server's error, whose sentence says why not; the screens are fetched again in any case. */
export async function actOn(id: number, act: Act): Promise<TransferDetail> {
  try {
    return await acts[act](id)
  } finally {
    await refreshTransfers()
  }
}

export async function closeTransfer(id: number, act: 'refuse' | 'cancel', reason: string): Promise<void> {
  const input = { params: { id }, body: { reason } }
  await (act === 'refuse'
    ? api('POST /v1/money-transfers/{id}/refuse', input)
    : api('POST /v1/money-transfers/{id}/cancel', input))
  await refreshTransfers()
}

export async function recordOutcome(
  id: number,
  body: Contract['POST /v1/money-transfers/{id}/outcome']['body'],
): Promise<void> {
  await api('POST /v1/money-transfers/{id}/outcome', { params: { id }, body })
  await refreshTransfers()
}

export async function downloadFile(id: number): Promise<void> {
  const { blob, name } = await apiFile('GET /v1/money-transfers/{id}/file', { params: { id } })
  saveFile(blob, name)
  // The screens tell who took it.
  await refreshTransfers()
}

export async function setLimits(body: Contract['PUT /v1/money-transfer-limits']['body']): Promise<Limits> {
  const limits = await api('PUT /v1/money-transfer-limits', { body })
  await refreshTransfers()
  return limits
}

/** Asks the provider for a balance now. */
export async function readNow(account_id: number) {
  const balance = await api('POST /v1/movable-balances/{id}/read', { params: { id: account_id } })
  await refreshTransfers()
  return balance
}
