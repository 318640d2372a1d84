import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { type PlanDetail, showPlan } from './plan-query.ts'

/** Withdraws a proposed or active plan; nothing for an ended one. */
export function WithdrawPlan({ plan }: { plan: PlanDetail }) {
  const [asking, setAsking] = useState(false)
  const may = usePermission('bills:write')
  if (!may) return null
  if (plan.state !== 'proposed' && plan.state !== 'active') return null
  const withdraw = async () => {
    try {
      await showPlan(await api('POST /v1/plans/withdraw/{id}', { params: { id: plan.plan_id } }))
      alertToast('Piano ritirato.', 'success')
    } catch (error) {
      const why = errorSentence(error, 'Riprova fra poco.')
      alertToast(`Non l’ho ritirato. ${why}`, 'danger')
    }
    setAsking(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)} style={{ justifySelf: 'start' }}>
        Ritira il piano
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        title="Ritira il piano"
        action="Ritira il piano"
        cancel="Lascia com’è"
        onClose={() => setAsking(false)}
        onConfirm={withdraw}
      >
        {plan.state === 'proposed'
          ? `${plan.subject_nominative} non potrà più accettarlo.`
          : `Quello che ${plan.subject_nominative} deve ancora torna alle scadenze di prima, e lo avvisiamo per e-mail.`}{' '}
        Non si può tornare indietro: se serve ne proponi un altro.
      </ConfirmDialog>
    </>
  )
}
