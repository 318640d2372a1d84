import { Button } from '@mantine/core'
import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import rows from '../../ui/layout/RowList.module.css'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Agents.module.css'
import { moveAssignment, removeAssignment } from './agent-acts.ts'
import type { AgentCustomer } from './agent-query.ts'

/** Changes the dates of an assignment, or removes it as a mistake. */
export default function AssignmentDialog({
  assignment,
  onClose,
}: {
  assignment: AgentCustomer
  onClose: () => void
}) {
  const [removing, setRemoving] = useState(false)
  const form = useForm({
    initial: { from_date: assignment.from_date, to_date: assignment.to_date ?? '' },
    checks: {
      from_date: check.all(check.required('Scrivi da quando.'), check.date),
      to_date: check.date,
    },
    submit: async ({ from_date, to_date }) => {
      await moveAssignment(assignment.agent_customer_id, { from_date, to_date: to_date || null })
      alertToast('Date salvate.', 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={assignment.business_name}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="assignment" loading={form.busy}>
            Salva le date
          </Button>
        </>
      }
    >
      <form id="assignment" className={styles.form} {...form.form}>
        <DateField {...form.field('from_date')} label="Dal" />
        <DateField {...form.field('to_date')} label="Al" hint="Vuoto: lo segue ancora" required={false} />
        <FormFailure failure={form.failure} />
        <p className={rows.dim}>
          Assegnato per sbaglio?{' '}
          <LinkButton
            type="button"
            disabled={removing}
            onClick={async () => {
              setRemoving(true)
              if (await removeAssignment(assignment)) onClose()
              else setRemoving(false)
            }}
          >
            Togli questo cliente
          </LinkButton>
        </p>
      </form>
    </Dialog>
  )
}
