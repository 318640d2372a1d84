const whole = new WeakSet<object>()

/** Remembers that each field that a server error names is on the form, so that its text stands there. */
export const markSaidAtFields = (error: object): void => void whole.add(error)

/** Whether a failure needs no words beside the button, because all of it stands at the fields. */
export const isSaidAtFields = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && whole.has(failure)
