/** Whether the user cancelled: not an error, and nothing to report. */
export const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'
