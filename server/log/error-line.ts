/** What the log says of an error: which kind, where it was thrown, and the names that its source gave. Never its message. */
export type ErrorLine = { [name in Named]?: string | number } & {
  type: string
  stack?: string
  cause?: ErrorLine
  errors?: ErrorLine[]
}

/**
 * The fields that name things and quote no value: PostgreSQL's, Node's, nodemailer's and the provider's. Others do quote
 * (`detail` and `parameters` the values of a row, `response` an address), so fields are chosen and not left out.
 */
const named = [
  'code',
  'severity',
  'constraint_name',
  'schema_name',
  'table_name',
  'column_name',
  'routine',
  'status',
  'statusCode',
  'responseCode',
  'command',
  'syscall',
  'param',
  'requestId',
] as const
type Named = (typeof named)[number]

/**
 * An error for the log and for the tables of jobs. Messages quote what somebody typed ("invalid input syntax for type
 * bigint: …"), so only the frames of the stack are kept: they say which line threw it.
 */
export function errorLine(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error }
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  const frames = framesOf(error)
  return {
    type: String(asName(error.name) ?? 'Error'),
    ...Object.fromEntries(
      named.flatMap((name) => {
        const value = asName((error as unknown as Record<string, unknown>)[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ...(frames && { stack: frames }),
    ...(cause instanceof Error && depth < 3 && { cause: errorLine(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      depth < 3 && { errors: errors.slice(0, 5).map((each) => errorLine(each, depth + 1)) }),
  }
}

/** A number, or a short word as names are written: no space, no @, no quote. */
function asName(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^[\w.[\]-]{1,80}( TO| FROM| PLAIN| LOGIN)?$/.test(value)
    ? value
    : undefined
}

/** The lines of the stack that name a place in the source. The message stands before them, and may have several lines. */
function framesOf({ stack = '', message }: Error): string {
  const after = stack.indexOf(message) === -1 ? stack : stack.slice(stack.indexOf(message) + message.length)
  return after
    .split('\n')
    .filter((line) => frame.test(line))
    .join('\n')
}
const frame = /^ {4}at (?:[\w.$<>[\] #-]+ \()?(?:async )?(?:file:|node:|\/|[A-Z]:\\|<anonymous>)[^()\n]*\)?$/
