import { Button } from '@mantine/core'
import {
  charsetLabels,
  dateFormatLabels,
  decimalLabels,
  receiptRowsLabels,
  separatorLabels,
} from '@saldo/domain/accounting/receipt-layout'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { LayoutColumns } from './LayoutColumns.tsx'
import styles from './Receipts.module.css'
import { type Layout, layoutsQuery, type SavedLayout } from './receipts-query.ts'

export type LayoutValues = Layout & { name: string }

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const columnErrors = ({ columns }: LayoutValues): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ header }, at) =>
      header.trim() === '' ? [[`columns.${at}.header`, 'Scrivi l’intestazione.']] : [],
    ),
  )

/** Saves a layout under a name, changes a saved one, or deletes it. */
export function LayoutDialog({
  saved,
  layout,
  onClose,
  onSaved,
}: {
  /** Null: a new one is made, which begins as `layout`. */
  saved: SavedLayout | null
  layout: Layout
  onClose: () => void
  /** The name of the layout to choose: `saved-12`, or `full` after one was deleted. */
  onSaved: (name: string) => void
}) {
  const [deleting, setDeleting] = useState(false)
  const form = useForm<LayoutValues>({
    initial: { ...layout, name: saved?.name ?? '' },
    checks: { name: (name) => (name.trim() === '' ? 'Scrivi un nome per il tracciato.' : null) },
    checkParts: columnErrors,
    submit: async (body) => {
      const { layout_id } = saved
        ? await api('POST /v1/receipt-layouts', { body: { ...body, layout_id: saved.layout_id } })
        : await api('PUT /v1/receipt-layouts', { body })
      await queries.invalidateQueries({ queryKey: layoutsQuery.queryKey })
      alertToast('Tracciato salvato.', 'success')
      onSaved(`saved-${layout_id}`)
    },
  })
  const drop = async () => {
    if (!saved) return
    try {
      await api('DELETE /v1/receipt-layouts/{id}', { params: { id: saved.layout_id } })
      await queries.invalidateQueries({ queryKey: layoutsQuery.queryKey })
      alertToast('Tracciato eliminato.', 'success')
      onSaved('full')
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a eliminarlo. Riprova fra poco.'), 'danger')
    }
  }
  return (
    <Dialog opened title={saved ? 'Modifica il tracciato' : 'Nuovo tracciato'} onClose={onClose} size={760}>
      <form {...form.form} className={styles.form}>
        <TextField
          {...form.field('name')}
          label="Nome"
          hint="Per esempio il nome del programma di contabilità"
          autoComplete="off"
          maxLength={60}
          autoFocus
        />
        <SelectField
          {...form.field('rows')}
          onChange={(rows) => rows && form.field('rows').onChange(rows as Layout['rows'])}
          label="Righe"
          options={options(receiptRowsLabels)}
        />
        <LayoutColumns form={form} />
        <div className={styles.signs}>
          <SelectField
            {...form.field('separator')}
            onChange={(sign) => sign && form.field('separator').onChange(sign as Layout['separator'])}
            label="Separatore"
            hint="Solo nel CSV"
            options={options(separatorLabels)}
          />
          <SelectField
            {...form.field('decimal')}
            onChange={(sign) => sign && form.field('decimal').onChange(sign as Layout['decimal'])}
            label="Decimali"
            hint="Solo nel CSV"
            options={options(decimalLabels)}
          />
          <SelectField
            {...form.field('date_format')}
            onChange={(date) => date && form.field('date_format').onChange(date as Layout['date_format'])}
            label="Date"
            hint="Solo nel CSV"
            options={options(dateFormatLabels)}
          />
          <SelectField
            {...form.field('charset')}
            onChange={(charset) => charset && form.field('charset').onChange(charset as Layout['charset'])}
            label="Codifica dei caratteri"
            hint="Solo nel CSV"
            options={options(charsetLabels)}
          />
        </div>
        <FormFailure failure={form.failure} />
        <div className={styles.actions}>
          {saved && (
            <Button variant="default" color="red" onClick={() => setDeleting(true)}>
              Elimina
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva
          </Button>
        </div>
      </form>
      <ConfirmDialog
        opened={deleting}
        title="Elimina il tracciato"
        action={`Elimina ${saved?.name ?? ''}`}
        danger
        onConfirm={drop}
        onClose={() => setDeleting(false)}
      >
        I file già preparati restano.
      </ConfirmDialog>
    </Dialog>
  )
}
