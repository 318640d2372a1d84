import { groupIban } from '@saldo/domain/iban'
import { cardBrandLabels } from '@saldo/domain/payments/payment-method'
import { Field } from '../layout/Field.tsx'
import { brandOf, cvcOf, digitsOf, groupCardNumber, groupExpiry, isWholeNumber, readExpiry } from './card.ts'
import css from './Pay.module.css'
import type { FormErrors, Typed, TypedName } from './pay-checks.ts'

type Props = {
  typed: Typed
  wrong: FormErrors
  set: (name: TypedName, value: string) => void
  leave: (name: TypedName) => void
}

/** Card fields, with names for the autofill of browsers and wallets. */
export function CardFields({
  typed,
  wrong,
  set,
  leave,
  goTo,
}: Props & {
  /** Moves the focus to the field of this name. */
  goTo: (name: string) => void
}) {
  /** Moves the focus on when a field is complete, but not when it is corrected later. */
  const setAndGoOn = (name: 'number' | 'expiry', value: string, whole: boolean, next: TypedName) => {
    const grows = value.length > typed[name].length
    set(name, value)
    if (grows && whole && typed[next] === '') goTo(next)
  }
  const brand = brandOf(typed.number)
  const cvc = cvcOf(typed.number)
  return (
    <>
      <Field
        label="Numero della carta"
        name="number"
        value={typed.number}
        change={(value) => setAndGoOn('number', value, isWholeNumber(value), 'expiry')}
        onBlur={() => leave('number')}
        wrong={wrong.number}
        group={groupCardNumber}
        aside={brand === 'credit-card' ? null : cardBrandLabels[brand]}
        autoComplete="cc-number"
        inputMode="numeric"
        placeholder="1234 1234 1234 1234"
        required
      />
      <div className={css.pair}>
        <Field
          label="Scadenza"
          name="expiry"
          value={typed.expiry}
          change={(value) => setAndGoOn('expiry', value, readExpiry(value) !== null, 'cvc')}
          onBlur={() => leave('expiry')}
          wrong={wrong.expiry}
          group={groupExpiry}
          autoComplete="cc-exp"
          inputMode="numeric"
          placeholder="MM / AA"
          required
        />
        <Field
          label="Codice (CVC)"
          name="cvc"
          value={typed.cvc}
          change={(value) => set('cvc', digitsOf(value).slice(0, 4))}
          onBlur={() => leave('cvc')}
          wrong={wrong.cvc}
          hint={cvc.where}
          autoComplete="cc-csc"
          inputMode="numeric"
          placeholder={'0'.repeat(cvc.length)}
          required
        />
      </div>
    </>
  )
}

/** The account to debit; `own` unless staff copies a paper mandate. */
export function IbanField({ typed, wrong, set, leave, own = true }: Props & { own?: boolean }) {
  return (
    <Field
      label={own ? 'IBAN del tuo conto' : 'IBAN del conto'}
      name="iban"
      value={typed.iban}
      change={(value) => set('iban', value)}
      onBlur={() => leave('iban')}
      wrong={wrong.iban}
      group={(text) => groupIban(text).slice(0, 42)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="IT60 X054 2811 1010 0000 0123 456"
      required
    />
  )
}
