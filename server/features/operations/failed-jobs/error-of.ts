/** What is kept of a failed job's error. */
export type KeptError = { type: string; code?: string; stack?: string; names?: Record<string, string> }

/** The fields that name things: see log/error-line.ts, which wrote them. */
const named = [
  'constraint_name',
  'table_name',
  'column_name',
  'routine',
  'syscall',
  'command',
  'param',
  'requestId',
]

/**
 * The error of a failed job. Jobs write an `errorLine`, which has no message; what the queue itself writes (a job that took
 * too long, whose process died) has one, of which only the kind is kept.
 */
export function errorOf(output: unknown): KeptError {
  const given = (output ?? {}) as Record<string, unknown>
  const inner = (
    typeof given.value === 'object' && given.value !== null ? given.value : given
  ) as typeof given
  if (typeof inner.type === 'string') {
    const names = Object.fromEntries(
      named.flatMap((name) => (isWord(inner[name]) ? [[name, String(inner[name])]] : [])),
    )
    return {
      type: isWord(inner.type) ? inner.type : 'Error',
      ...(isWord(inner.code) && { code: String(inner.code) }),
      ...(typeof inner.stack === 'string' && { stack: framesOnly(inner.stack) }),
      ...(Object.keys(names).length > 0 && { names }),
    }
  }
  const said = typeof inner.message === 'string' ? inner.message : ''
  if (/heartbeat/i.test(said)) return { type: 'ProcessDied' }
  return { type: /expire|timeout|timed out/i.test(said) ? 'TookTooLong' : 'Error' }
}

/** As names are written: no space, no @, no quote. */
const isWord = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.[\]-]{1,80}$/.test(value))

const framesOnly = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 30)
    .join('\n')
