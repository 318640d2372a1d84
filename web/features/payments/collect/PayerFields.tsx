import type { Reference } from '../../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import type { FieldProps } from '../../../ui/form/useForm.ts'
import { accountsFor, peopleFor, searchAmong } from './collection-from.ts'

type Field = FieldProps<Reference | null>

/** The condominium and who paid; each narrows what the other offers. `onAnother`: one of them was chosen anew. */
export function PayerFields({
  account,
  subject,
  people,
  whoPaid,
  focused,
  onAnother,
}: {
  account: Field
  subject: Field
  /** The only people to choose from: those of a unit. */
  people?: readonly Reference[] | undefined
  whoPaid: string
  focused?: 'account' | 'subject' | undefined
  onAnother: () => void
}) {
  const telling = (field: Field): Field => ({
    ...field,
    onChange: (value) => {
      field.onChange(value)
      onAnother()
    },
  })
  return (
    <>
      <ReferenceField
        {...telling(account)}
        kind={`accounts of ${subject.value?.value ?? 'all'}`}
        search={accountsFor(subject.value)}
        label="Condominio"
        autoFocus={focused === 'account'}
      />
      <ReferenceField
        {...telling(subject)}
        kind={
          people
            ? `people of a unit of ${account.value?.value}`
            : `people of ${account.value?.value ?? 'all'}`
        }
        search={people ? searchAmong(people) : peopleFor(account.value)}
        label={whoPaid}
        hint={account.value && !people ? `Fra le persone di ${account.value.label}` : undefined}
        autoFocus={focused === 'subject'}
      />
    </>
  )
}
