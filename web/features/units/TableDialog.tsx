import { api } from '../../api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { RegisterDialog } from './RegisterDialog.tsx'
import { registerChanged, type WeightTable } from './register-query.ts'
import { optionsOf, tableKindNames } from './unit-words.ts'

/** Form of a weight table: name and purpose; removal. */
export function TableDialog({
  account_id,
  table,
  onClose,
}: {
  account_id: number
  table: WeightTable | null
  onClose: () => void
}) {
  const form = useForm({
    initial: { name: table?.name ?? '', kind: (table?.kind ?? 'value') as string },
    checks: { name: check.required('Scrivi il nome della tabella.') },
    submit: async ({ name, kind }) => {
      const body = { name, kind: kind as WeightTable['kind'] }
      if (table)
        await api('POST /v1/units/tables', { body: { weight_table_id: table.weight_table_id, ...body } })
      else await api('PUT /v1/units/tables', { body: { account_id, ...body } })
      await registerChanged(account_id)
      toast(table ? 'Tabella salvata' : 'Tabella aggiunta')
      onClose()
    },
  })
  return (
    <RegisterDialog
      title={table ? table.name : 'Nuova tabella'}
      account_id={account_id}
      form={form}
      removal={
        table && {
          title: `Elimina la tabella ${table.name}`,
          action: 'Togli la tabella',
          what: 'I suoi millesimi vanno persi. Le voci di un preventivo che la usano dovranno sceglierne un’altra.',
          failed: 'Non ho tolto la tabella.',
          act: () => api('DELETE /v1/units/tables/{id}', { params: { id: table.weight_table_id } }),
        }
      }
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Nome"
        hint="Come la chiama il regolamento: Tabella A"
        autoComplete="off"
        maxLength={80}
        autoFocus
      />
      <SelectField {...form.field('kind')} label="Per quali spese" options={optionsOf(tableKindNames)} />
    </RegisterDialog>
  )
}
