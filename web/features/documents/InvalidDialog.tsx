import { Button } from '@mantine/core'
import { documentTypeName } from '@saldo/domain/registry/document'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { invalidate } from './document-acts.ts'
import type { Document, Owner } from './documents-query.ts'

/** Marks a document as not valid; the office reads the reason here and by mail. */
export default function InvalidDialog({
  of,
  document,
  onClose,
}: {
  of: Owner
  document: Document
  onClose: () => void
}) {
  const form = useForm({
    initial: { reason: document.reason ?? '' },
    checks: { reason: check.required('Scrivi perché non è valido.') },
    submit: async ({ reason }) => {
      await invalidate(of, document, reason)
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={`${documentTypeName(of.owner, document.type)}: non valido`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" form="invalid-document" loading={form.busy}>
            Segna come non valido
          </Button>
        </>
      }
    >
      <form id="invalid-document" {...form.form}>
        <FormFailure failure={form.failure} />
        <LongTextField
          {...form.field('reason')}
          label="Perché"
          hint="Lo legge chi l’ha caricato: scrivi che cosa serve"
          maxLength={500}
        />
      </form>
    </Dialog>
  )
}
