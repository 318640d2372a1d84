import { useId } from 'react'
import { Field } from '../layout/Field.tsx'
import pay from '../pay/Pay.module.css'
import type { FormErrors, Typed, TypedName } from '../pay/pay-checks.ts'

/** Offers to have the next bills debited like this one, each up to a cap; `text` is what the payer accepts. */
export function AskAutopay({
  text,
  typed,
  wrong,
  set,
  leave,
  ask,
}: {
  text: string
  typed: Typed
  wrong: FormErrors
  set: (name: TypedName, value: string) => void
  leave: (name: TypedName) => void
  ask: (autopay: boolean) => void
}) {
  const id = useId()
  return (
    <div>
      <label className={pay.accept}>
        <input
          type="checkbox"
          name="autopay"
          checked={typed.autopay}
          onChange={({ target }) => ask(target.checked)}
          aria-describedby={id}
        />
        <span>Paga così anche le prossime</span>
      </label>
      <p className={pay.hint} id={id} hidden={!typed.autopay}>
        {text}
      </p>
      {typed.autopay && (
        <div className={pay.cap}>
          <Field
            label="Al massimo, per addebito (facoltativo)"
            name="cap"
            value={typed.cap}
            change={(value) => set('cap', value)}
            onBlur={() => leave('cap')}
            wrong={wrong.cap}
            hint="In euro. Una rata più alta la paghi tu: te lo diciamo."
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
          />
        </div>
      )}
    </div>
  )
}
