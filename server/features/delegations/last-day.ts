import { today } from '@saldo/domain/dates'
import { badInput } from '../../http/errors.ts'

/** 400 at `expires_on` for a last day that is past. */
export function requireLastDay(expires_on: string | null | undefined): void {
  if (expires_on && expires_on < today())
    throw badInput({ expires_on: 'Questo giorno è già passato: scegline uno da oggi in poi.' })
}
