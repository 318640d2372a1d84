import { Radio } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { usePermission } from '../../../session/permissions/permission.ts'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { SuggestionField } from '../../../ui/form/SuggestionField.tsx'
import { registerQuery } from '../../units/register-query.ts'
import { holdersOn, payerAfter, unitOptions } from './unit-choice.ts'
import type { BillFormState } from './useBillForm.ts'

/**
 * The unit of a bill: picked from those of the condominium, or of the person if one was chosen first; or typed. Both
 * are stored as their name.
 */
export function BillUnitField({ form }: { form: BillFormState }) {
  const { account_id: account, subject_id: subject, unit } = form.values
  const { units, named, loading } = useUnits(form)
  const theirs = useUnitsOfPerson(account === null ? subject : null)
  const options = account ? unitOptions(units, subject, today()) : theirs.map(({ option }) => option)
  const field = form.field('unit')
  const pick = ({ value, label }: Reference) => {
    field.onChange(label)
    const of = theirs.find(({ option }) => option.value === value)
    if (of) form.field('account_id').onChange(of.account)
    const picked = units.find(({ unit_id }) => String(unit_id) === value)
    if (!account || !picked) return
    const before = named ? holdersOn(named, today()) : []
    form.field('subject_id').onChange(payerAfter(subject, before, holdersOn(picked, today())))
  }
  return (
    <SuggestionField
      {...field}
      label="Unità"
      required={false}
      placeholder="Int. 7, scala A"
      maxLength={60}
      options={options}
      onPick={pick}
      hint={
        unit.trim() !== '' && units.length > 0 && !named
          ? `Non è fra le unità di ${account?.label}: resta scritta così`
          : undefined
      }
      none={
        loading
          ? 'Cerco…'
          : account
            ? 'Questo condominio non ha unità: scrivila tu'
            : subject
              ? 'Questa persona non ha unità: scrivila tu'
              : 'Scegli prima il condominio o la persona'
      }
    />
  )
}

/** Asks to whom the bill is made out, when the unit has several people, or the person chosen is none of them. */
export function BillPayerChoice({ form }: { form: BillFormState }) {
  const { subject_id: subject } = form.values
  const { named } = useUnits(form)
  const holders = named ? holdersOn(named, today()) : []
  const among = holders.some(({ value }) => value === subject?.value)
  if (!named || holders.length === 0 || (holders.length === 1 && among)) return null
  const choose = (id: string) => {
    const chosen = holders.find(({ value }) => value === id)
    if (chosen) form.field('subject_id').onChange({ value: chosen.value, label: chosen.label })
  }
  return (
    <Radio.Group
      label={`${named.name}: a chi è intestata la bolletta?`}
      description={subject && !among ? `${subject.label} non è fra le persone di questa unità.` : undefined}
      value={among ? (subject?.value ?? '') : ''}
      onChange={choose}
    >
      <div style={{ display: 'grid', gap: 8, marginTop: 6 }}>
        {holders.map(({ value, label, role }) => (
          <Radio key={value} value={value} label={`${label} · ${role}`} />
        ))}
      </div>
    </Radio.Group>
  )
}

/** The units of the chosen condominium, and the one that the form names. */
function useUnits({ values: { account_id: account, unit } }: BillFormState) {
  const may = usePermission('accounts:read')
  const { data, isFetchedAfterMount, isFetching } = useQuery({
    ...registerQuery(Number(account?.value ?? 0)),
    enabled: may && account !== null,
    // A colleague may have changed the people since: nobody is proposed from what was loaded before.
    staleTime: 0,
    retry: false,
  })
  const units = account !== null && isFetchedAfterMount ? (data?.units ?? []) : []
  return { units, named: units.find(({ name }) => name === unit.trim()), loading: isFetching }
}

/** The units of a person who was chosen before the condominium. */
function useUnitsOfPerson(subject: Reference | null) {
  const may = usePermission('subjects:read')
  const { data } = useQuery({
    queryKey: ['subjects', 'units', Number(subject?.value)],
    queryFn: ({ signal }) =>
      api('GET /v1/subjects/units/{id}', { params: { id: Number(subject?.value) }, signal }),
    enabled: may && subject !== null,
    retry: false,
  })
  const rights = subject === null ? [] : (data ?? []).filter(({ ended }) => !ended)
  const once = [...new Map(rights.map((right) => [right.unit_id, right])).values()]
  return once.map(({ unit_id, unit_name, account_id, account_name }) => ({
    option: { value: String(unit_id), label: unit_name, hint: account_name },
    account: { value: String(account_id), label: account_name },
  }))
}
