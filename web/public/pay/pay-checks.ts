import { euroReasons, parseEuro } from '@saldo/domain/money'
import type { PayerMethod } from '@saldo/domain/payments/payment-method'
import { isEmail } from '@saldo/domain/registry/email'
import { whyNotDebitIban } from '@saldo/domain/sepa/debit-iban'
import { cvcProblem, expiryProblem, numberProblem } from './card.ts'

/** All input of a payer, kept while they change the payment method. Card data are never sent to our server. */
export const emptyForm = {
  number: '',
  expiry: '',
  cvc: '',
  name: '',
  iban: '',
  email: '',
  accepted: false,
  /** Save the method for the next bills. */
  keep: false,
  /** Have the next bills debited too, each up to `cap` in euro; an empty one is no cap. */
  autopay: false,
  cap: '',
}
export type Typed = typeof emptyForm
export type TypedName = keyof Typed
export type FormErrors = Partial<Record<TypedName, string>>

/** Fields of each payment method, in reading order; with real keys, card data and IBAN are the provider's fields. */
export function fieldsOf(method: PayerMethod, ownFields: boolean): TypedName[] {
  if (method === 'CARD') return ownFields ? ['number', 'expiry', 'cvc', 'email'] : ['email']
  if (method === 'SEPA_DEBIT')
    return ownFields ? ['iban', 'name', 'email', 'accepted'] : ['name', 'email', 'accepted']
  return method === 'KLARNA' ? ['email'] : []
}

/** What a form asks for. `emailOnFile`: the condominium has an address of the payer; `today` is `yyyy-mm-dd`. */
export type Asked = { method: PayerMethod; ownFields: boolean; emailOnFile: boolean; today: string }

/** Whether this payment cannot do without an address: its confirmation or its notices have nowhere else to go. */
export const isEmailNeeded = (
  { keep }: Pick<Typed, 'keep'>,
  { method, emailOnFile }: Pick<Asked, 'method' | 'emailOnFile'>,
): boolean => method === 'SEPA_DEBIT' || keep || (method === 'KLARNA' && !emailOnFile)

/** The error of one field of this form, or undefined. */
export function fieldProblem(name: TypedName, typed: Typed, asked: Asked): string | undefined {
  switch (name) {
    case 'number':
      return numberProblem(typed.number) ?? undefined
    case 'expiry':
      return expiryProblem(typed.expiry, asked.today) ?? undefined
    case 'cvc':
      return cvcProblem(typed.cvc, typed.number) ?? undefined
    case 'iban':
      return whyNotIban(typed.iban) ?? undefined
    case 'name':
      return typed.name.trim() ? undefined : 'Scrivi il nome dell’intestatario del conto.'
    case 'email':
      return whyNotEmail(typed.email.trim(), isEmailNeeded(typed, asked))
    case 'accepted':
      return typed.accepted ? undefined : 'Per l’addebito devi accettare il mandato.'
    case 'cap':
      return whyNotCap(typed.cap)
    case 'keep':
    case 'autopay':
      return undefined
  }
}

export function formErrors(typed: Typed, asked: Asked): FormErrors {
  const wrong: FormErrors = {}
  const cap: TypedName[] = typed.autopay && asked.method !== 'KLARNA' ? ['cap'] : []
  for (const name of [...fieldsOf(asked.method, asked.ownFields), ...cap]) {
    const why = fieldProblem(name, typed, asked)
    if (why) wrong[name] = why
  }
  return wrong
}

function whyNotCap(text: string): string | undefined {
  const cap = text.trim() === '' ? null : parseEuro(text)
  if (cap === null || (cap.ok && cap.cents > 0)) return undefined
  return cap.ok ? 'Scrivi un importo, per esempio 300,00, o lascia vuoto.' : euroReasons[cap.reason]
}

const whyNotIban = (text: string): string | null =>
  text.trim() ? whyNotDebitIban(text) : 'Scrivi l’IBAN del conto da addebitare.'

function whyNotEmail(text: string, needed: boolean): string | undefined {
  if (!text) return needed ? 'Scrivi un indirizzo e-mail: lì arriva la conferma.' : undefined
  return isEmail(text) ? undefined : 'Questo indirizzo e-mail non è completo.'
}

/** Maps a provider's refusal to our field: by its code, or by the parameter it names. */
export function fieldOfRefusal(code: string | null | undefined, param?: string | null): TypedName | null {
  const about = `${code ?? ''} ${param ?? ''}`
  if (/cvc/.test(about)) return 'cvc'
  if (/expir|exp_/.test(about)) return 'expiry'
  if (/number|card_declined_number/.test(code ?? '') || /\[number\]/.test(param ?? '')) return 'number'
  if (/iban/.test(about)) return 'iban'
  return /email/.test(about) ? 'email' : null
}
