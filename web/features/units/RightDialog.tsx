import { Checkbox } from '@mantine/core'
import { rightNames } from '@saldo/domain/right-holder'
import { api } from '../../api.ts'
import { searchSubjects } from '../../records/subject-reference.ts'
import { toast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { FieldPair } from '../../ui/form/RecordForm.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { RegisterDialog } from './RegisterDialog.tsx'
import { type RightHolder, registerChanged, type Unit } from './register-query.ts'
import { optionsOf } from './unit-words.ts'

const whole = (text: string) => (/^[1-9]\d{0,5}$/.test(text.trim()) ? null : 'Scrivi un numero intero.')

/** Form of a right in a unit: who, which right, share, from when to when. */
export function RightDialog({
  unit,
  right,
  onClose,
}: {
  unit: Unit
  right: RightHolder | null
  onClose: () => void
}) {
  const { account_id, unit_id } = unit
  const form = useForm({
    initial: {
      subject_id: (right && { value: String(right.subject_id), label: right.nominative }) as Reference | null,
      right_kind: (right?.right_kind ?? 'owner') as string,
      share_numerator: String(right?.share_numerator ?? 1),
      share_denominator: String(right?.share_denominator ?? 1),
      since: right?.since ?? '',
      until: right?.until ?? '',
      pays: right?.pays ?? false,
    },
    checks: {
      subject_id: (person) => (person ? null : 'Scegli la persona.'),
      share_numerator: whole,
      share_denominator: whole,
      since: check.date,
      until: check.date,
    },
    submit: async ({ subject_id, ...values }) => {
      const body = {
        ...values,
        right_kind: values.right_kind as RightHolder['right_kind'],
        share_numerator: Number(values.share_numerator),
        share_denominator: Number(values.share_denominator),
        since: values.since || null,
        until: values.until || null,
      }
      if (right)
        await api('POST /v1/units/holders', { body: { right_holder_id: right.right_holder_id, ...body } })
      else
        await api('PUT /v1/units/holders', {
          body: { unit_id, subject_id: Number(subject_id?.value), ...body },
        })
      await registerChanged(account_id)
      toast(right ? 'Salvato' : 'Persona aggiunta')
      onClose()
    },
  })
  const pays = form.field('pays')
  return (
    <RegisterDialog
      title={`${unit.name}: ${right ? right.nominative : 'nuova persona'}`}
      account_id={account_id}
      form={form}
      size={520}
      removal={
        right && {
          title: `Togli ${right.nominative} da ${unit.name}`,
          action: 'Togli dall’unità',
          label: 'Togli',
          what: 'Toglilo solo se è un errore: se il diritto è finito, scrivi fino a quando è valso.',
          failed: 'Non l’ho tolta.',
          act: () => api('DELETE /v1/units/holders/{id}', { params: { id: right.right_holder_id } }),
        }
      }
      onClose={onClose}
    >
      {!right && (
        <ReferenceField
          {...form.field('subject_id')}
          kind="subjects"
          label="Persona o società"
          hint="Scrivi il cognome; se manca, aggiungila prima in Anagrafica"
          search={searchSubjects}
          autoFocus
        />
      )}
      <SelectField {...form.field('right_kind')} label="Diritto" options={optionsOf(rightNames)} />
      <FieldPair>
        <TextField {...form.field('share_numerator')} label="Quota" inputMode="numeric" autoComplete="off" />
        <TextField {...form.field('share_denominator')} label="su" inputMode="numeric" autoComplete="off" />
      </FieldPair>
      <FieldPair>
        <DateField {...form.field('since')} label="Dal" required={false} />
        <DateField {...form.field('until')} label="Fino al" required={false} />
      </FieldPair>
      <Checkbox
        label="Le bollette dell’unità sono intestate a questa persona"
        checked={pays.value}
        onChange={(event) => pays.onChange(event.currentTarget.checked)}
      />
    </RegisterDialog>
  )
}
