import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'

export type Register = Reply<'GET /v1/accounts/register/{id}'>
export type Unit = Register['units'][number]
/** A unit in the list, with its balance and contacts. */
export type UnitRow = Reply<'GET /v1/units'>['items'][number]
export type RightHolder = Unit['holders'][number]
export type WeightTable = Register['tables'][number]

/** The register of a condominium: units, rights, weight tables. */
export const registerQuery = (account_id: number) =>
  queryOptions({
    queryKey: ['register', account_id],
    queryFn: ({ signal }) => api('GET /v1/accounts/register/{id}', { params: { id: account_id }, signal }),
  })

/** The table whose millesimi the list of units shows: the first by property. */
export const mainTable = (register: Register | undefined): WeightTable | undefined =>
  register?.tables.find(({ kind }) => kind === 'value')

/** Refetches the register and what shows parts of it. */
export async function registerChanged(account_id: number): Promise<void> {
  void queries.invalidateQueries({ queryKey: ['budgets'] })
  void queries.invalidateQueries({ queryKey: ['units'] })
  await queries.invalidateQueries({ queryKey: ['register', account_id] })
}

/** Runs an act without a form; reports a refusal. Returns whether it succeeded. */
export async function actOnRegister(
  account_id: number,
  failed: string,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    alertToast(`${failed} ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    return false
  } finally {
    await registerChanged(account_id)
  }
}
