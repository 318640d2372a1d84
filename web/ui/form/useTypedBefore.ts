import { useLayoutEffect, useRef } from 'react'
import { takeEarlySubmit } from '../../early-submit.ts'
import type { FieldProps } from './useForm.ts'

/**
 * Takes over what stands in the fields of a form that was drawn before its script was there: typed, or filled in by the
 * browser. `start.ts` notes whether it was sent meanwhile; then it is sent now.
 */
export function useTypedBefore<V extends Record<string, string>>({
  values,
  field,
  form,
}: {
  values: V
  field: (name: keyof V & string) => Pick<FieldProps<string>, 'onChange'>
  form: { ref: { current: HTMLFormElement | null } }
}): void {
  const done = useRef(false)
  useLayoutEffect(() => {
    if (done.current) return
    done.current = true
    for (const name of Object.keys(values)) {
      const input = form.ref.current?.elements.namedItem(name)
      if (input instanceof HTMLInputElement && input.value !== values[name]) field(name).onChange(input.value)
    }
    if (takeEarlySubmit(document.documentElement.dataset))
      requestAnimationFrame(() => form.ref.current?.requestSubmit())
  })
}
