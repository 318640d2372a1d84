import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { FiscalCodeField } from '../../../ui/form/fields.tsx'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

/** Adds a person without leaving the bill; other data can be added later. */
export function NewSubjectDialog({
  onAdded,
  onClose,
}: {
  onAdded: (subject: Reference) => void
  onClose: () => void
}) {
  const form = useForm({
    initial: { nominative: '', fiscal_code: '', email: '' },
    checks: {
      nominative: check.required('Scrivi il nome o la ragione sociale.'),
      fiscal_code: check.fiscalCode,
      email: check.email,
    },
    submit: async ({ nominative, fiscal_code, email }) => {
      const subject = await api('PUT /v1/subjects', {
        body: { nominative, fiscal_code: fiscal_code || null, email: email || null },
      })
      await queries.invalidateQueries({ queryKey: ['subjects'] })
      onAdded({ value: String(subject.subject_id), label: subject.nominative })
    },
  })
  return (
    <Dialog opened title="Nuova persona o società" onClose={onClose}>
      <form
        {...form.form}
        style={{ display: 'grid', gap: 12 }}
        onSubmit={(event) => {
          // React events bubble from the dialog to the form of the bill.
          event.stopPropagation()
          void form.form.onSubmit(event)
        }}
      >
        <TextField
          {...form.field('nominative')}
          label="Nome o ragione sociale"
          hint="Prima il cognome: Rossi Lucia"
          autoComplete="off"
          maxLength={120}
          autoFocus
        />
        <FiscalCodeField {...form.field('fiscal_code')} label="Codice fiscale" required={false} />
        <TextField
          {...form.field('email')}
          label="E-mail"
          hint="Qui arrivano bollette e ricevute"
          type="email"
          autoComplete="off"
          maxLength={254}
          required={false}
        />
        <FormFailure failure={form.failure} />
        <div style={{ display: 'flex', justifyContent: 'end', gap: 8 }}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Aggiungi
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
