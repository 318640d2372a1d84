import Stripe from 'stripe'
import { errorLine } from '../../../log/error-line.ts'

/** Thrown by a check that took longer than it may. */
export class TooSlow extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('too slow')
    this.seconds = seconds
  }
}

/** Why something could not be asked, as an Italian sentence. Never an error's message: that may quote an address or a value. */
export function reasonOf(error: unknown): string {
  if (error instanceof TooSlow) return `Nessuna risposta entro ${error.seconds} secondi.`
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'La chiave è rifiutata.'
  if (error instanceof Stripe.errors.StripePermissionError)
    return 'La chiave non ha il permesso di chiederlo.'
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'Troppe richieste: il provider rallenta.'
  if (error instanceof Stripe.errors.StripeConnectionError) return 'Nessuna risposta dal provider.'
  if (error instanceof Stripe.errors.StripeAPIError) return 'Il provider risponde con un errore suo.'
  const { type, code, responseCode } = errorLine(error)
  const known = reasons[String(code)]
  if (known) return known
  return `Errore ${[type, code, responseCode].filter((each) => each !== undefined).join(' ')}.`
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'Connessione rifiutata.',
  ECONNRESET: 'Connessione interrotta.',
  ETIMEDOUT: 'Nessuna risposta in tempo.',
  ECONNECTION: 'Connessione non riuscita.',
  ENOTFOUND: 'Il nome dell’host non esiste.',
  EDNS: 'Il nome dell’host non esiste.',
  EAUTH: 'Nome utente o password rifiutati.',
  ESOCKET: 'Connessione non riuscita.',
  ENOENT: 'La cartella non c’è.',
  EACCES: 'Permesso negato.',
  EROFS: 'Il disco è in sola lettura.',
  ENOSPC: 'Il disco è pieno.',
  '57014': 'Il database non ha risposto in tempo.',
  '55P03': 'Il database non ha risposto in tempo.',
}
