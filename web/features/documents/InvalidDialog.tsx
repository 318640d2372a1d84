import { Button, Radio } from '@mantine/core'
import { type DocumentOwner, documentTypeName, usualReasons } from '@saldo/domain/registry/document'
import type { KeyboardEvent } from 'react'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'

/**
 * Marks a document as not valid: a usual reason is written into the text, which may be changed. Enter confirms.
 * `onInvalid` records it; what it rejects with is shown in the dialog.
 */
export default function InvalidDialog({
  owner,
  document,
  onInvalid,
  onClose,
}: {
  owner: DocumentOwner
  document: { type: string; reason: string | null }
  onInvalid: (reason: string) => Promise<unknown>
  onClose: () => void
}) {
  const form = useForm({
    initial: { reason: document.reason ?? '' },
    checks: { reason: check.required('Scrivi perché non è valido.') },
    submit: async ({ reason }) => {
      await onInvalid(reason)
      onClose()
    },
  })
  const reason = form.field('reason')
  return (
    <Dialog
      opened
      title={`Segna come non valido: ${documentTypeName(owner, document.type)}`}
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
      <form id="invalid-document" className={styles.form} {...form.form}>
        <FormFailure failure={form.failure} />
        <Radio.Group
          label="Motivi frequenti"
          value={usualReasons.find((usual) => usual === reason.value) ?? ''}
          onChange={reason.onChange}
        >
          <div className={styles.choice}>
            {usualReasons.map((usual, at) => (
              <Radio key={usual} value={usual} label={usual} data-autofocus={at === 0 || undefined} />
            ))}
          </div>
        </Radio.Group>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the text confirms, as it does in a line of text */}
        <div onKeyDown={confirmByEnter}>
          <LongTextField
            {...reason}
            label="Perché"
            hint="Lo legge chi l’ha caricato: scrivi che cosa serve"
            maxLength={500}
          />
        </div>
      </form>
    </Dialog>
  )
}

/** With Shift it begins another line. */
function confirmByEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  ;(event.target as HTMLTextAreaElement).form?.requestSubmit()
}
