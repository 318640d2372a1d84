import { useCallback, useEffect, useRef, useState } from 'react'
import { discardDraft, keepDraft, readDraft } from './drafts.ts'

export type Values = Record<string, unknown>
/** A sentence that says what is wrong with a value, or null. Async checks are the server's. */
export type Check<V extends Values, K extends keyof V> = (value: V[K], values: V) => string | null
export type Checks<V extends Values> = { [K in keyof V]?: Check<V, K> }
/** What a field component needs; spread it: `<TextField label="Nome" {...form.field('name')} />`. */
export type FieldProps<T> = {
  name: string
  value: T
  onChange: (value: T) => void
  onBlur: () => void
  error: string | null
}

/** An error of the server that names fields, as `ApiError` does. */
const fieldsOf = (error: unknown): Record<string, string> | null =>
  typeof error === 'object' && error !== null && 'fields' in error && typeof error.fields === 'object'
    ? (error.fields as Record<string, string> | null)
    : null

/**
 * A form's values, errors and submit. Each field is checked when it is left, unless it is as empty as it was found (a
 * complaint that appears under the pointer moves what is about to be pressed); all of them on submit, where the first
 * wrong one takes the focus. Errors of the server that name fields land on them; others are in `failure`.
 * With `draft` (a name) what is typed survives leaving the page within the tab, until submitted or discarded.
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
  /** What is wrong inside values that are lists, by the names of their parts: `lines.0.amount`. */
  checkParts?: (values: V) => Record<string, string>
  /** Asked once all is right: true when the form has another part to show, and nothing is submitted yet. */
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
    if (draft && dirty) keepDraft(draft, values)
  }, [draft, dirty, values])

  // A dialog has no guard of its own: whoever wants to leave or reload the page learns of it this way.
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

  /** A part of a value that is a list, under its own name: `part('lines', 'lines.0.amount', …)`. */
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
      if (named && Object.keys(named).length > 0) showErrors(named)
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
    /** The last submit's error; if it named fields, until all of them are mended. */
    failure: mended ? null : failure,
    busy,
    dirty,
    /** True when a kept draft was taken up again. */
    resumed: kept !== null,
    field,
    part,
    reset,
    /** Spread on the `<form>`. */
    form: { ref: form, onSubmit, noValidate: true },
  }
}

/** In the order of the screen, not of the checks. */
function focusFirst(form: HTMLFormElement | null, wrong: Record<string, string>) {
  for (const element of form?.elements ?? []) {
    const name = element.getAttribute('name')
    if (name && wrong[name] && element instanceof HTMLElement) return element.focus()
  }
}
