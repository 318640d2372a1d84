import { today } from '@saldo/domain/dates'
import type { Account } from '../../records/account-query.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { queries } from '../../session/queries.ts'
import { RegisterCollection } from '../payments/collect/RegisterCollection.tsx'
import { ConfirmRemoval } from './RegisterDialog.tsx'
import { ReplaceHolderDialog } from './ReplaceHolderDialog.tsx'
import { RightDialog } from './RightDialog.tsx'
import type { RightHolder, Unit } from './register-query.ts'
import { UnitDialog, unitRemoval } from './UnitDialog.tsx'

export type UnitAct = 'edit' | 'add' | 'replace' | 'collect' | 'remove'
/** An act on a unit, or on one right in it. */
export type UnitAsking = { unit: Unit; act: UnitAct } | { unit: Unit; right: RightHolder }

/** The dialog of an act on a unit. */
export function UnitDialogs({
  account: { account_id, name },
  asking,
  onClose,
}: {
  account: Account
  asking: UnitAsking
  onClose: () => void
}) {
  const { unit } = asking
  if ('right' in asking) return <RightDialog unit={unit} right={asking.right} onClose={onClose} />
  switch (asking.act) {
    case 'edit':
      return <UnitDialog account_id={account_id} unit={unit} onClose={onClose} />
    case 'add':
      return <RightDialog unit={unit} right={null} onClose={onClose} />
    case 'replace':
      return <ReplaceHolderDialog unit={unit} onClose={onClose} />
    case 'remove':
      return (
        <ConfirmRemoval
          account_id={account_id}
          removal={unitRemoval(unit)}
          onCancel={onClose}
          onDone={onClose}
        />
      )
    case 'collect':
      return (
        <IfPermitted permission="payments:write">
          <RegisterCollection
            from={{ account: { value: String(account_id), label: name }, ...payersOf(unit) }}
            onClose={() => {
              void queries.invalidateQueries({ queryKey: ['units'] })
              onClose()
            }}
          />
        </IfPermitted>
      )
  }
}

/** Who may pay for a unit: its people of today, the one who gets the bills first. */
function payersOf({ holders }: Unit) {
  const people = holders
    .filter(({ until }) => until === null || until >= today())
    .toSorted((one, other) => Number(other.pays) - Number(one.pays))
  const references = [...new Map(people.map((each) => [each.subject_id, each.nominative]))].map(
    ([subject_id, label]) => ({ value: String(subject_id), label }),
  )
  const payers = people.filter(({ pays }) => pays)
  const only = payers.length === 1 ? references[0] : references.length === 1 ? references[0] : undefined
  return references.length > 0 ? { people: references, subject: only } : {}
}
