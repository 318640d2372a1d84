import { api } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import type { Maintenance } from './maintenances-list.tsx'

const forWhom = ({ covers }: Maintenance) => `per ${covers ?? 'tutti'}`
const refetch = () => queries.invalidateQueries({ queryKey: ['maintenances'] })

type Opening = NonNullable<Parameters<typeof api<'POST /v1/maintenances'>>[1]>['body']

export async function openMaintenance(body: Opening): Promise<void> {
  const made = await api('POST /v1/maintenances', { body })
  alertToast(
    made.state === 'scheduled'
      ? `Manutenzione in programma ${forWhom(made)}.`
      : `Manutenzione aperta ${forWhom(made)}.`,
    'success',
  )
  await refetch()
}

export async function prolongMaintenance({ maintenance_id: id }: Maintenance, until: string): Promise<void> {
  await api('POST /v1/maintenances/{id}/prolong', { params: { id }, body: { until } })
  alertToast('La nuova fine è salvata.', 'success')
  await refetch()
}

export async function endMaintenance({ maintenance_id: id, state }: Maintenance): Promise<void> {
  await api('POST /v1/maintenances/{id}/end', { params: { id } })
  alertToast(state === 'scheduled' ? 'Manutenzione annullata.' : 'Manutenzione finita.', 'success')
  await refetch()
}
