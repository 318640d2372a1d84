import { Button } from '@mantine/core'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { askFor } from './activation-acts.ts'
import { type Activation, checkName, openChecks } from './activation-words.ts'

/** Asks an office for what its activation lacks; the text begins with the check list. */
export default function AskForMissingDialog({
  activation,
  onClose,
}: {
  activation: Activation
  onClose: () => void
}) {
  const form = useForm({
    initial: { text: wanting(activation) },
    checks: { text: check.required('Scrivi che cosa serve.') },
    submit: async ({ text }) => {
      await askFor(activation, text)
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={`Chiedi a ${activation.business_name}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="ask-for-missing" loading={form.busy}>
            Chiedi
          </Button>
        </>
      }
    >
      <form id="ask-for-missing" {...form.form}>
        <FormFailure failure={form.failure} />
        <LongTextField
          {...form.field('text')}
          label="Che cosa serve"
          hint="Lo studio lo riceve per e-mail e lo legge quando entra"
          rows={5}
          maxLength={1000}
        />
      </form>
    </Dialog>
  )
}

/** What the office can give; what waits to be looked at is not its turn. */
function wanting(activation: Activation): string {
  const names = openChecks(activation)
    .filter(({ state }) => state !== 'to_check')
    .map(
      ({ kind, state }) =>
        `- ${checkName(kind)}${state === 'invalid' ? ' (quello caricato non è valido)' : ''}`,
    )
  return names.length === 0 ? '' : `Per attivare il tuo studio ci serve ancora:\n${names.join('\n')}`
}
