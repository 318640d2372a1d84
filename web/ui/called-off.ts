/** The person called it off: nothing went wrong, and nothing has to be said. */
export const isCalledOff = (error: unknown) => error instanceof Error && error.name === 'AbortError'
