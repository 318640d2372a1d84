import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { startImpersonation } from '../../session/impersonation/impersonation.ts'
import { customerQuery } from '../../session/queries.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'

const other = 'Altro'
const reasons = [
  'Lo studio lo ha chiesto per telefono',
  'Lo studio lo ha chiesto per iscritto',
  'Correzione di un errore',
  'Prima configurazione',
  other,
].map((value) => ({ value, label: value }))
const limits = [
  { value: '15', label: '15 minuti' },
  { value: '30', label: '30 minuti' },
  { value: '60', label: 'Un’ora' },
  { value: '120', label: 'Due ore' },
  { value: '240', label: 'Quattro ore' },
]

/** *Agisci come*: the super user says why they work for the customer, and for how long. */
export default function ImpersonateDialog({
  customer_id,
  onDone,
  onClose,
}: {
  customer_id: number
  onDone: () => void
  onClose: () => void
}) {
  const customer = useQuery(customerQuery(customer_id))
  const form = useForm({
    initial: { reason: '', details: '', minutes: '30' },
    checks: {
      reason: check.required('Scegli il motivo.'),
      details: (said, { reason }) =>
        reason === other && said.trim().length < 5 ? 'Scrivi il motivo con qualche parola.' : null,
    },
    submit: async ({ reason, details, minutes }) => {
      const said = [reason === other ? '' : reason, details.trim()].filter(Boolean).join(': ')
      await startImpersonation({ customer_id, reason: said, minutes: Number(minutes) })
      onDone()
    },
  })
  return (
    <Dialog
      opened
      title={`Agisci come ${customer.data?.business_name ?? 'il cliente'}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="impersonate" loading={form.busy}>
            Agisci come
          </Button>
        </>
      }
    >
      <form id="impersonate" {...form.form}>
        <FormFailure failure={form.failure} />
        <p>
          Finora guardi soltanto. Da qui in poi quello che modifichi resta scritto nel registro dello studio,
          con il tuo nome e il motivo.
        </p>
        <SelectField {...form.field('reason')} label="Motivo" options={reasons} />
        <LongTextField
          {...form.field('details')}
          label="Dettagli"
          hint="Per esempio chi ha chiamato e che cosa serve. Lo studio li legge"
          required={form.values.reason === other}
          rows={2}
          maxLength={400}
        />
        <SelectField {...form.field('minutes')} label="Al più per" options={limits} />
      </form>
    </Dialog>
  )
}
