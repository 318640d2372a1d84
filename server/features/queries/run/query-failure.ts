import { queryLimits, type queryRunStates } from '@saldo/contract/backoffice/queries'
import postgres from 'postgres'
import { ApiError } from '../../../http/errors.ts'
import { textBeginsAt } from './execute-query.ts'

export type Failure = {
  state: (typeof queryRunStates)[number]
  /** PostgreSQL's code. */
  code: string | null
  error: unknown
}

/**
 * Why a run ended without a result. What PostgreSQL says about the text goes to the person who wrote it, with the line; it is
 * never logged, because it may quote a value. Any other error stays as it is.
 */
export function failureOf(
  error: unknown,
  { text, too_large, left }: { text: string; too_large: boolean; left: boolean },
): Failure {
  // The driver itself says 57014 of a statement that it had not sent yet.
  const code = (error as { code?: string } | null)?.code ?? null
  if (too_large)
    return { state: 'too_large', code, error: refused('query_too_large', sentences.too_large, {}) }
  if (code === '57014')
    return left
      ? { state: 'cancelled', code, error: refused('query_cancelled', 'Interrogazione annullata.', {}) }
      : { state: 'timed_out', code, error: refused('query_timed_out', sentences.timed_out, {}) }
  if (!(error instanceof postgres.PostgresError)) return { state: 'failed', code, error }
  const said = [error.message, error.hint].filter(Boolean).join('. ')
  return {
    state: 'failed',
    code,
    error: refused('query_refused', sentences[classOf(error.code)], { text: `${place(error, text)}${said}` }),
  }
}

const refused = (code: string, description: string, fields: Record<string, string>) =>
  new ApiError(422, code, description, { fields })

const sentences = {
  too_large: `Il risultato supera ${queryLimits.bytes / 1024 / 1024} MB: scegli meno colonne o meno righe.`,
  timed_out: `L’interrogazione ha superato ${queryLimits.seconds} secondi ed è stata fermata: restringila, o guarda il piano.`,
  rights: 'Questa interrogazione chiede qualcosa che le interrogazioni non possono leggere o fare.',
  syntax: 'PostgreSQL non capisce l’interrogazione.',
  data: 'L’interrogazione si è fermata su un valore.',
  other: 'PostgreSQL ha rifiutato l’interrogazione.',
}

function classOf(code: string): keyof typeof sentences {
  if (code === '42501' || code.startsWith('25')) return 'rights'
  if (code.startsWith('42')) return 'syntax'
  return code.startsWith('22') ? 'data' : 'other'
}

/** `riga 3, colonna 12: `. A place after the first parameter is a little off: the placeholder is longer or shorter than its name. */
function place({ position }: postgres.PostgresError, text: string): string {
  const at = Number(position) - textBeginsAt - 1
  if (!(at >= 0 && at <= text.length)) return ''
  const before = text.slice(0, at).split('\n')
  return `riga ${before.length}, colonna ${(before.at(-1) ?? '').length + 1}: `
}
