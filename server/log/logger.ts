import type { FastifyLoggerOptions, FastifyServerOptions } from 'fastify'
import type { Env } from '../env.ts'
import { replyLine, requestLine } from '../http/request-line.ts'
import { errorLine } from './error-line.ts'

/** Where the log's lines go, if not to standard output: tests keep them in memory. */
export type LogTo = { write: (line: string) => void }

/**
 * Fastify's logger, which all of the server uses. It writes names, ids and places in the source, and nothing that a
 * person typed: a log is read by more people than a database, and kept elsewhere.
 */
export function loggerOf({ LOG_LEVEL }: Pick<Env, 'LOG_LEVEL'>, to?: LogTo): FastifyServerOptions['logger'] {
  if (LOG_LEVEL === 'silent') return false
  return {
    level: LOG_LEVEL,
    ...(to && { stream: to }),
    serializers,
    hooks: {
      /** Pino takes an error's message when it is given none. Fastify's own sentences quote addresses. */
      logMethod(given, log) {
        const [what, text, ...more] = given as [unknown, unknown, ...unknown[]]
        const plain = (words: unknown) =>
          typeof words === 'string' ? words.replace(/".*"/s, '"…"') : 'error'
        if (typeof what === 'string') return log.call(this, plain(what))
        const known = what instanceof Error ? { err: what } : what
        return Reflect.apply(log, this, [known, plain(text), ...more])
      },
    },
  }
}

/** Fastify's type wants the message that we leave out. */
const serializers = {
  req: requestLine,
  res: replyLine,
  err: (error: unknown) => errorLine(error),
} as object as NonNullable<FastifyLoggerOptions['serializers']>
