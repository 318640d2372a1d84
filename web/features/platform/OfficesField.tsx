import { searchCustomers } from '../../records/customer-reference.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import type { FieldProps } from '../../ui/form/useForm.ts'
import rows from '../../ui/layout/RowList.module.css'

/** Several offices, each added by its name. */
export function OfficesField({
  value,
  onChange,
  label,
  hint,
  ...field
}: FieldProps<readonly Reference[]> & { label: string; hint?: string }) {
  return (
    <div>
      <ReferenceField
        {...field}
        label={label}
        {...(hint === undefined ? {} : { hint })}
        kind="customers"
        search={searchCustomers}
        value={null}
        onChange={(chosen) => {
          if (chosen && !value.some((each) => each.value === chosen.value)) onChange([...value, chosen])
        }}
      />
      {value.length > 0 && (
        <ul className={rows.list} aria-label="Studi scelti">
          {value.map((each) => (
            <li key={each.value}>
              {each.label}
              <LinkButton
                aria-label={`Togli ${each.label}`}
                onClick={() => onChange(value.filter((other) => other.value !== each.value))}
              >
                Togli
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Offices as the server names them, as choices. */
export const officeReferences = (
  offices: readonly { customer_id: number; business_name: string }[],
): readonly Reference[] =>
  offices.map(({ customer_id, business_name }) => ({ value: String(customer_id), label: business_name }))
