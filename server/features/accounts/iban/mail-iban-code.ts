import { maskIban } from '@saldo/domain/iban'
import { mailCode } from '../../../identity/one-time-codes.ts'
import type { Services } from '../../../services.ts'
import type { StoredChange } from './iban-change.ts'

/**
 * Mails the code that confirms a change, to the address that was stored when the change was requested. Earlier codes
 * stop working.
 */
export const mailIbanCode = (services: Services, change: StoredChange, user_id: number) =>
  services.asSystem((tx) =>
    mailCode(services, tx, {
      template: 'iban-code',
      purpose: 'iban_change',
      record_id: change.iban_change_id,
      user_id,
      email: change.code_to as string,
      about: `Conferma che l’IBAN del condominio diventa ${maskIban(change.new_iban)}. Chi ha il codice decide dove arrivano gli incassi: non darlo a nessuno, nemmeno al telefono.`,
    }),
  )
