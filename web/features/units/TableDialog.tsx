import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { say } from '../../ui/snackbars.ts'
import { actOnRegister, registerChanged, type WeightTable } from './register-query.ts'
import styles from './Units.module.css'
import { optionsOf, tableKindNames } from './unit-words.ts'

/** Names a table and says what it is for, or removes it. */
export function TableDialog({
  account_id,
  table,
  onClose,
}: {
  account_id: number
  table: WeightTable | null
  onClose: () => void
}) {
  const [removing, setRemoving] = useState(false)
  const form = useForm({
    initial: { name: table?.name ?? '', kind: (table?.kind ?? 'value') as string },
    checks: { name: check.required('Scrivi il nome della tabella.') },
    submit: async ({ name, kind }) => {
      const body = { name, kind: kind as WeightTable['kind'] }
      if (table)
        await api('POST /v1/units/tables', { body: { weight_table_id: table.weight_table_id, ...body } })
      else await api('PUT /v1/units/tables', { body: { account_id, ...body } })
      await registerChanged(account_id)
      say(table ? 'Tabella salvata' : 'Tabella aggiunta')
      onClose()
    },
  })
  if (removing && table)
    return (
      <ConfirmDialog
        opened
        title={`Togliere la tabella ${table.name}?`}
        action="Togli la tabella"
        danger
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          const gone = await actOnRegister(account_id, 'Non ho tolto la tabella.', () =>
            api('DELETE /v1/units/tables/{id}', { params: { id: table.weight_table_id } }),
          )
          if (gone) onClose()
          else setRemoving(false)
        }}
      >
        I suoi millesimi vanno persi. Le voci di un preventivo che la usano dovranno sceglierne un’altra.
      </ConfirmDialog>
    )
  return (
    <Dialog opened title={table ? table.name : 'Nuova tabella'} onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <TextField
          {...form.field('name')}
          label="Nome"
          hint="Come la chiama il regolamento: Tabella A"
          autoComplete="off"
          maxLength={80}
          autoFocus
        />
        <SelectField {...form.field('kind')} label="Per quali spese" options={optionsOf(tableKindNames)} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          {table && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              Togli la tabella
            </Button>
          )}
          <span className={styles.space} />
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            {table ? 'Salva' : 'Aggiungi'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
