import { namesNobody } from '../read/no-person.ts'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import type { Complaint } from '../read/row-checks.ts'
import { cellText } from '../spreadsheet/cells.ts'
import { type CellOf, namesOf, textCell } from './people-of-row.ts'
import type { RegistryField } from './registry-fields.ts'
import { rightOf } from './role-words.ts'

/** The columns of a tenant beside an owner, by the field that each fills. */
export const tenantFields = {
  holder: 'tenant',
  surname: 'tenant_surname',
  given_name: 'tenant_given_name',
  fiscal_code: 'tenant_fiscal_code',
  email: 'tenant_email',
  phone: 'tenant_phone',
  address: 'tenant_address',
} as const satisfies Partial<Record<RegistryField, RegistryField>>

/**
 * The cells of a row as the owner's. Where the row names no tenant, a contact in a column that a person said to be the
 * tenants' is the owner's.
 */
export function withContacts(of: CellOf, columns: readonly RecognisedColumn[]): CellOf {
  const asked = new Set(columns.flatMap(({ whose, field }) => (whose && field ? [field] : [])))
  if (asked.size === 0 || !namesNobody(namesOf(tenantCells(of)))) return of
  return (field) => {
    const other = tenantFields[field as keyof typeof tenantFields]
    return of(field) ?? (other && asked.has(other) ? of(other) : undefined)
  }
}

/** The cells of a row as the tenant's: only those columns that are the tenant's, and who pays if it is said by the role. */
export const tenantCells =
  (of: CellOf): CellOf =>
  (field) => {
    if (field === 'role') return textCell('inquilino')
    if (field === 'pays') return rightOf(cellText(of('pays'))) ? of('pays') : undefined
    const own = tenantFields[field as keyof typeof tenantFields]
    return own && of(own)
  }

/** A complaint about a tenant's cell, with the column in which it stands. */
export const ofTenant = (complaint: Complaint<RegistryField>): Complaint<RegistryField> => ({
  ...complaint,
  field: tenantFields[complaint.field as keyof typeof tenantFields] ?? complaint.field,
})
