import { Radio, Select } from '@mantine/core'
import { api } from '../../../api.ts'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import type { useForm } from '../../../ui/form/useForm.ts'
import { type MessageValues, type RoleName, roleWords } from './recipients.ts'

type Form = Pick<ReturnType<typeof useForm<MessageValues>>, 'values' | 'field'>

/**
 * Recipients: one user, a customer's users, a role, or all; while working for a customer, one of its users or all of
 * them.
 */
export function RecipientFields({ form, ofCustomer }: { form: Form; ofCustomer: boolean }) {
  const to = form.field('to')
  const role = form.field('role')
  const choices = ofCustomer
    ? ([
        ['user', 'Un utente'],
        ['everyone', 'Tutti gli utenti del cliente'],
      ] as const)
    : ([
        ['user', 'Un utente'],
        ['customer', 'Un cliente'],
        ['role', 'Un ruolo'],
        ['everyone', 'Tutti'],
      ] as const)
  return (
    <>
      <Radio.Group
        label="Destinatari"
        value={to.value}
        onChange={(value) => to.onChange(value as MessageValues['to'])}
      >
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 20px', paddingTop: 6 }}>
          {choices.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
      {to.value === 'user' && (
        <ReferenceField {...form.field('user')} kind="users" search={searchUsers} label="Utente" />
      )}
      {to.value === 'customer' && (
        <ReferenceField
          {...form.field('customer')}
          kind="customers"
          search={searchCustomers}
          label="Cliente"
          hint="Il messaggio arriva a tutti i suoi utenti"
        />
      )}
      {to.value === 'role' && (
        <Select
          label="Ruolo"
          name="role"
          data={Object.entries(roleWords).map(([value, label]) => ({ value, label }))}
          value={role.value}
          onChange={(value) => value && role.onChange(value as RoleName)}
        />
      )}
    </>
  )
}

/** Finds users by name. */
async function searchUsers(q: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/push/users', { query: { q }, signal })
  return items.map(({ user_id, user_name, nominative, customer_name }) => ({
    value: String(user_id),
    label: nominative,
    hint: customer_name ? `${user_name}, ${customer_name}` : user_name,
  }))
}

/** Finds customers by name. */
async function searchCustomers(q: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/customers', { query: { q, limit: 20 }, signal })
  return items.map(({ customer_id, business_name, city }) => ({
    value: String(customer_id),
    label: business_name,
    hint: city ?? undefined,
  }))
}
