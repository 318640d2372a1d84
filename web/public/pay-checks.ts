import { isEmail } from '@saldo/domain/email'
import { checkIban, ibanReasons } from '@saldo/domain/iban'
import type { PayerMethod } from '@saldo/domain/payment-method'
import { cvcProblem, expiryProblem, numberProblem } from './card.ts'

/** All that a payer may type, kept while they change their mind about how to pay. Card data never leaves for our server. */
export const emptyForm = {
  number: '',
  expiry: '',
  cvc: '',
  name: '',
  iban: '',
  email: '',
  accepted: false,
  /** Keep the method for the next bills. */
  keep: false,
}
export type Typed = typeof emptyForm
export type TypedName = keyof Typed
export type FormErrors = Partial<Record<TypedName, string>>

/** The fields of each way to pay, in reading order; card data and IBAN are the provider's own fields with real keys. */
export function fieldsOf(method: PayerMethod, ownFields: boolean): TypedName[] {
  if (method === 'CARD') return ownFields ? ['number', 'expiry', 'cvc', 'email'] : ['email']
  if (method === 'SEPA_DEBIT')
    return ownFields ? ['iban', 'name', 'email', 'accepted'] : ['name', 'email', 'accepted']
  return method === 'KLARNA' ? ['email'] : []
}

/** What is wrong with one field of this way to pay, or undefined; `today` is `yyyy-mm-dd`. */
export function fieldProblem(
  name: TypedName,
  typed: Typed,
  method: PayerMethod,
  today: string,
): string | undefined {
  switch (name) {
    case 'number':
      return numberProblem(typed.number) ?? undefined
    case 'expiry':
      return expiryProblem(typed.expiry, today) ?? undefined
    case 'cvc':
      return cvcProblem(typed.cvc, typed.number) ?? undefined
    case 'iban':
      return whyNotIban(typed.iban)
    case 'name':
      return typed.name.trim() ? undefined : 'Scrivi il nome dell’intestatario del conto.'
    case 'email':
      return whyNotEmail(typed.email.trim(), method !== 'CARD' || typed.keep)
    case 'accepted':
      return typed.accepted ? undefined : 'Per l’addebito devi accettare il mandato.'
    case 'keep':
      return undefined
  }
}

export function formErrors(typed: Typed, method: PayerMethod, ownFields: boolean, today: string): FormErrors {
  const wrong: FormErrors = {}
  for (const name of fieldsOf(method, ownFields)) {
    const why = fieldProblem(name, typed, method, today)
    if (why) wrong[name] = why
  }
  return wrong
}

function whyNotIban(text: string): string | undefined {
  if (!text.trim()) return 'Scrivi l’IBAN del conto da addebitare.'
  const [reason] = checkIban(text).reasons
  return reason && ibanReasons[reason]
}

function whyNotEmail(text: string, needed: boolean): string | undefined {
  if (!text) return needed ? 'Scrivi un indirizzo e-mail: lì arriva la conferma.' : undefined
  return isEmail(text) ? undefined : 'Questo indirizzo e-mail non è completo.'
}

/** Where a provider's refusal belongs: its code or the parameter it names → our field. */
export function fieldOfRefusal(code: string | null | undefined, param?: string | null): TypedName | null {
  const about = `${code ?? ''} ${param ?? ''}`
  if (/cvc/.test(about)) return 'cvc'
  if (/expir|exp_/.test(about)) return 'expiry'
  if (/number|card_declined_number/.test(code ?? '') || /\[number\]/.test(param ?? '')) return 'number'
  if (/iban/.test(about)) return 'iban'
  return /email/.test(about) ? 'email' : null
}
