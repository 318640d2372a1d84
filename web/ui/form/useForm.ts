import { useCallback, useEffect, useRef, useState } from 'react'
import { discardDraft, readDraft, storeDraft } from './drafts.ts'
import { markSaidAtFields } from './said-at-fields.ts'

export type Values = Record<string, unknown>
/** A sentence that says what is wrong with a value, or null. Async checks ask the server. */
export type Check<V extends Values, K extends keyof V> = (value: V[K], values: V) => string | null
export type Checks<V extends Values> = { [K in keyof V]?: Check<V, K> }
/** Props of a field component; spread them: `<TextField label="Nome" {...form.field('name')} />`. */
export type FieldProps<T> = {
  name: string
  value: T
  onChange: (value: T) => void
  onBlur: () => void
  error: string | null
}

/** A server error that names fields, as `ApiError` does. */
const fieldsOf = (error: unknown): Record<string, string> | null =>
  typeof error === 'object' && error !== null && 'fields' in error && typeof error.fields === 'object'
    ? (error.fields as Record<string, string> | null)
    : null

/**
 * Values, errors and submit of a form. Each field is checked on blur, unless it is still as empty as it was (an error
 * that appears under the pointer moves the button about to be clicked); all fields are checked on submit, and the first
 * wrong one is focused. Server errors that name fields are shown at the fields; others are in `failure`. With `draft`
 * (a name) the input survives leaving the page within the tab, until submitted or discarded.
 */
export function useForm<V extends Values>({
  initial,
  checks = {},
  checkParts = () => ({}),
  goOn,
  submit,
  draft,
}: {
  initial: V
  checks?: Checks<V>
  /** Errors inside values that are lists, by the path of the part: `lines.0.amount`. */
  checkParts?: (values: V) => Record<string, string>
  /** Called when all values are valid: true if the form shows another step and must not submit yet. */
  goOn?: (values: V) => boolean
  submit: (values: V) => Promise<unknown>
  draft?: string
}) {
  const [kept] = useState(() => (draft ? readDraft<V>(draft) : null))
  const [values, setValues] = useState<V>({ ...initial, ...kept })
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(kept !== null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (draft && dirty) storeDraft(draft, values)
  }, [draft, dirty, values])

  // Dialogs have no LeaveGuard, so `beforeunload` tells others that there is unsaved input.
  useEffect(() => {
    if (!dirty || busy) return
    const object = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', object)
    return () => removeEventListener('beforeunload', object)
  }, [dirty, busy])

  const checkOne = (name: string, of: V) => checks[name as keyof V]?.(of[name] as V[string], of) ?? null

  function field<K extends keyof V & string>(name: K): FieldProps<V[K]> {
    return {
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (value) => {
        setDirty(true)
        setValues((now) => ({ ...now, [name]: value }))
        setErrors(({ [name]: _cleared, ...others }) => others)
      },
      onBlur: () => {
        if (values[name] === '' && initial[name] === '' && !errors[name]) return
        const wrong = checkOne(name, values)
        setErrors(({ [name]: _before, ...others }) => (wrong ? { ...others, [name]: wrong } : others))
      },
    }
  }

  /** Props of a part of a list value: `part('lines', 'lines.0.amount', …)`. */
  function part<K extends keyof V & string, T>(
    of: K,
    name: string,
    value: T,
    change: (whole: V[K], value: T) => V[K],
  ): FieldProps<T> {
    return {
      name,
      value,
      error: errors[name] ?? null,
      onChange: (next) => {
        setDirty(true)
        setValues((now) => ({ ...now, [of]: change(now[of], next) }))
        setErrors(({ [name]: _cleared, [of]: _whole, ...others }) => others)
      },
      onBlur: () => {
        const wrong = checkParts(values)[name]
        setErrors(({ [name]: _before, ...others }) => (wrong ? { ...others, [name]: wrong } : others))
      },
    }
  }

  const showErrors = useCallback((wrong: Record<string, string>) => {
    setErrors(wrong)
    requestAnimationFrame(() => focusFirst(form.current, wrong))
  }, [])

  async function onSubmit(event?: { preventDefault(): void }) {
    event?.preventDefault()
    if (busy) return
    const wrong: Record<string, string> = { ...checkParts(values) }
    for (const name of Object.keys(checks)) {
      const reason = checkOne(name, values)
      if (reason) wrong[name] = reason
    }
    if (Object.keys(wrong).length > 0) return showErrors(wrong)
    if (goOn?.(values)) return
    setBusy(true)
    setFailure(null)
    try {
      await submit(values)
      setDirty(false)
      if (draft) discardDraft(draft)
    } catch (error) {
      const named = fieldsOf(error)
      if (named && Object.keys(named).length > 0) {
        if (Object.keys(named).every((name) => hasField(form.current, name)))
          markSaidAtFields(error as object)
        showErrors(named)
      }
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const reset = (to: V = initial) => {
    setValues(to)
    setErrors({})
    setFailure(null)
    setDirty(false)
    if (draft) discardDraft(draft)
  }

  const named = fieldsOf(failure)
  const mended = named !== null && Object.keys(named).length > 0 && Object.keys(errors).length === 0

  return {
    values,
    errors,
    /** The last submit's error; if it names fields, until all of them are corrected. */
    failure: mended ? null : failure,
    busy,
    dirty,
    /** True if a draft was restored. */
    resumed: kept !== null,
    field,
    part,
    reset,
    /** Spread on the `<form>`. */
    form: { ref: form, onSubmit, noValidate: true },
  }
}

/** Focuses the first wrong field in the order on screen, not in the order of the checks. */
function focusFirst(form: HTMLFormElement | null, wrong: Record<string, string>) {
  for (const element of form?.elements ?? []) {
    const name = element.getAttribute('name')
    if (name && wrong[name] && element instanceof HTMLElement) return element.focus()
  }
}

const hasField = (form: HTMLFormElement | null, name: string): boolean =>
  [...(form?.elements ?? [])].some((element) => element.getAttribute('name') === name)
