import { type RightKind, rightNames } from '@saldo/domain/right-holder'
import type { Reference } from '../../../ui/form/OptionList.tsx'

type Right = {
  subject_id: number
  nominative: string
  right_kind: RightKind
  since: string | null
  until: string | null
  pays: boolean
}
type Unit = { unit_id: number; name: string; holders: readonly Right[] }

/** A person of a unit, with what they are there: `Proprietà, paga le bollette`. */
export type Holder = Reference & { role: string }

/** The people of a unit on a day, whoever gets its bills first; each once, with all their rights. */
export function holdersOn({ holders }: Pick<Unit, 'holders'>, day: string): Holder[] {
  const now = holders.filter(
    ({ since, until }) => (since === null || since <= day) && (until === null || until >= day),
  )
  const paysFirst = now.toSorted((one, other) => Number(other.pays) - Number(one.pays))
  return [...new Set(paysFirst.map(({ subject_id }) => subject_id))].map((id) => {
    const theirs = paysFirst.filter(({ subject_id }) => subject_id === id)
    const rights = [...new Set(theirs.map(({ right_kind }) => rightNames[right_kind]))]
    const role = [...rights, ...(theirs.some(({ pays }) => pays) ? ['paga le bollette'] : [])].join(', ')
    return { value: String(id), label: theirs[0]?.nominative ?? '', role }
  })
}

/** The units to pick from, with their people; those of the person who was chosen first. */
export function unitOptions(units: readonly Unit[], subject: Reference | null, day: string): Reference[] {
  const options = units.map((unit) => {
    const holders = holdersOn(unit, day)
    return {
      theirs: holders.some(({ value }) => value === subject?.value),
      option: {
        value: String(unit.unit_id),
        label: unit.name,
        hint:
          holders.map(({ label, role }) => `${label} (${role.toLowerCase()})`).join('; ') ||
          'nessuna persona',
      },
    }
  })
  return options
    .toSorted((one, other) => Number(other.theirs) - Number(one.theirs))
    .map(({ option }) => option)
}

/**
 * To whom the bill is made out once another unit is picked. Its only person is; of several none is chosen. Whoever was
 * chosen for another reason than the unit picked `before` stays.
 */
export function payerAfter(
  subject: Reference | null,
  before: readonly Holder[],
  now: readonly Holder[],
): Reference | null {
  const among = (holders: readonly Holder[]) => holders.some(({ value }) => value === subject?.value)
  if (subject && (among(now) || !among(before))) return subject
  const [only, ...others] = now
  return only && others.length === 0 ? { value: only.value, label: only.label } : null
}
