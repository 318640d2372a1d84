import type { Input } from '../../../api.ts'
import type { Reference } from '../../../ui/form/OptionList.tsx'

export const userWords = { one: 'utente', many: 'utenti' }

export const roleWords = {
  customer: 'Amministratori attivi',
  awaiting: 'Amministratori in attesa di attivazione',
  store: 'Negozi e professionisti',
  consumer: 'Condòmini',
  super_user: 'Backoffice',
} as const
export type RoleName = keyof typeof roleWords

export type RecipientValues = {
  to: 'user' | 'customer' | 'role' | 'everyone'
  user: Reference | null
  customer: Reference | null
  role: RoleName
}
export type MessageValues = RecipientValues & { title: string; body: string; link: string }

type Whom = Pick<
  Exclude<Input<'POST /v1/push/message'>['body'], FormData | undefined>,
  'user_id' | 'customer_id' | 'role' | 'everyone'
>

/** The request's recipients; null while not chosen yet. */
export function recipientsOf({ to, user, customer, role }: RecipientValues): Whom | null {
  if (to === 'everyone') return { everyone: true }
  if (to === 'role') return { role }
  if (to === 'user') return user && { user_id: Number(user.value) }
  return customer && { customer_id: Number(customer.value) }
}
