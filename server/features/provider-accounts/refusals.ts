import type Stripe from 'stripe'
import type { Actor } from '../../http/actor.ts'
import { type ApiError, conflict } from '../../http/errors.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { requireFullUser } from '../users/sub-users/require-full-user.ts'

/** 409 for a provider account that is not configured. */
export function mustBeConfigured(services: Services, provider_account: ProviderAccount): void {
  if (!services.providers.configured.includes(provider_account))
    throw conflict('not_configured', 'Questo conto provider non è attivo: usa l’altro.')
}

/** 409 for sub-users: the account decides where the money of cards and debits arrives. */
export const requireOwner = (actor: Actor): void =>
  requireFullUser(
    actor,
    'L’account per gli incassi lo apre, lo cambia e lo chiude solo chi nello studio ha tutti i permessi: chiedilo a un collega.',
  )

/** 409 for super users: whoever has the provider's page sets the bank account that gets the office's money. */
export function requireOffice(actor: Actor): void {
  if (actor.role === 'super_user')
    throw conflict(
      'of_the_office',
      'I dati dell’account per gli incassi, anche il conto in banca, li cambia solo lo studio sulla pagina del provider.',
    )
}

export const noAccount = () =>
  conflict('no_provider_account', 'Non c’è ancora un account per ricevere gli incassi: crealo prima.')

/** Maps the provider's English field errors to our fields. */
const ours: readonly [RegExp, string][] = [
  [/tax_id|id_number|vat_id/, 'il codice fiscale o la partita IVA'],
  [/email/, 'l’indirizzo e-mail'],
  [/phone/, 'il telefono'],
  [/address|postal_code/, 'l’indirizzo'],
  [/name/, 'il nome'],
]

/** The provider refuses the customer's data: says which of our fields to correct. */
export function detailsRefused(error: Stripe.errors.StripeInvalidRequestError): ApiError {
  const named = ours.find(([pattern]) => pattern.test(error.param ?? ''))?.[1]
  return conflict(
    'details_refused',
    named
      ? `Il provider non accetta ${named} dello studio: correggi la scheda e riprova.`
      : 'Il provider non accetta i dati dello studio: controlla la scheda e riprova.',
  )
}
