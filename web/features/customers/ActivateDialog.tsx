import { Button } from '@mantine/core'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { ActivationChecks } from './ActivationChecks.tsx'
import { activate } from './activation-acts.ts'
import { type Activation, openChecks } from './activation-words.ts'
import type { Customer } from './customers-query.ts'

/** Activates a customer with its check list in sight; what is missing needs a reason. */
export default function ActivateDialog({
  customer,
  activation,
  onClose,
}: {
  customer: Customer
  activation: Activation
  onClose: () => void
}) {
  const incomplete = openChecks(activation).length > 0
  const form = useForm({
    initial: { override_reason: '' },
    checks: incomplete ? { override_reason: check.required('Scrivi perché lo attivi lo stesso.') } : {},
    submit: async ({ override_reason }) => {
      await activate(customer, incomplete ? override_reason : null)
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={`Attiva ${customer.business_name}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="activate" loading={form.busy}>
            Attiva e avvisa
          </Button>
        </>
      }
    >
      <form id="activate" {...form.form}>
        <FormFailure failure={form.failure} />
        <p>Il menu si apre a tutti i suoi utenti, e a {customer.primary_email} arriva un’e-mail.</p>
        <ActivationChecks checks={activation.checks} />
        {incomplete && (
          <LongTextField
            {...form.field('override_reason')}
            label="Perché lo attivi lo stesso"
            hint="Resta scritto nella sua storia"
            rows={2}
            maxLength={500}
          />
        )}
      </form>
    </Dialog>
  )
}
