/** The person called it off: nothing went wrong, and nothing has to be said. */
export const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'
