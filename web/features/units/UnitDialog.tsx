import { unitUseNames } from '@saldo/domain/registry/unit'
import type { ComponentProps } from 'react'
import { api } from '../../api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import { FieldPair } from '../../ui/form/RecordForm.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { RegisterDialog, type Removal } from './RegisterDialog.tsx'
import { registerChanged, type Unit } from './register-query.ts'
import { optionsOf } from './unit-words.ts'

/** Form of a unit, new or existing; removal. */
export function UnitDialog({
  account_id,
  unit,
  onClose,
}: {
  account_id: number
  unit: Unit | null
  onClose: () => void
}) {
  const form = useForm({
    initial: {
      staircase: unit?.staircase ?? '',
      number: unit?.number ?? '',
      floor: unit?.floor ?? '',
      use: (unit?.use ?? 'home') as string,
      cadastral_sheet: unit?.cadastral_sheet ?? '',
      cadastral_parcel: unit?.cadastral_parcel ?? '',
      cadastral_subunit: unit?.cadastral_subunit ?? '',
      cadastral_category: unit?.cadastral_category ?? '',
      notes: unit?.notes ?? '',
    },
    checks: { number: check.required('Scrivi l’interno.') },
    submit: async (values) => {
      const body = { ...values, use: values.use as Unit['use'] }
      if (unit) await api('POST /v1/units', { body: { unit_id: unit.unit_id, ...body } })
      else await api('PUT /v1/units', { body: { account_id, ...body } })
      await registerChanged(account_id)
      toast(unit ? 'Unità salvata' : 'Unità aggiunta')
      onClose()
    },
  })
  return (
    <RegisterDialog
      title={unit ? unit.name : 'Nuova unità'}
      account_id={account_id}
      form={form}
      size={520}
      removal={unit && unitRemoval(unit)}
      onClose={onClose}
    >
      <FieldPair>
        <TextField
          {...form.field('staircase')}
          label="Scala"
          autoComplete="off"
          maxLength={30}
          required={false}
          autoFocus
        />
        <TextField {...form.field('number')} label="Interno" autoComplete="off" maxLength={30} />
      </FieldPair>
      <FieldPair>
        <SelectField {...form.field('use')} label="Tipo" options={optionsOf(unitUseNames)} />
        <ShortField {...form.field('floor')} label="Piano" />
      </FieldPair>
      <FieldPair>
        <ShortField {...form.field('cadastral_sheet')} label="Foglio catastale" />
        <ShortField {...form.field('cadastral_parcel')} label="Particella" />
      </FieldPair>
      <FieldPair>
        <ShortField {...form.field('cadastral_subunit')} label="Subalterno" />
        <ShortField {...form.field('cadastral_category')} label="Categoria catastale" />
      </FieldPair>
      <LongTextField {...form.field('notes')} label="Note" maxLength={1000} required={false} />
    </RegisterDialog>
  )
}

export const unitRemoval = ({ unit_id, name }: Unit): Removal => ({
  title: `Elimina ${name}`,
  action: 'Elimina l’unità',
  what: 'Si eliminano anche i diritti delle persone su questa unità e i suoi millesimi. Le bollette restano.',
  failed: 'L’unità non è stata eliminata.',
  act: () => api('DELETE /v1/units/{id}', { params: { id: unit_id } }),
})

/** A short optional text: a number or a code. */
const ShortField = (props: ComponentProps<typeof TextField>) => (
  <TextField autoComplete="off" maxLength={20} required={false} {...props} />
)
