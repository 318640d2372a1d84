import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '../../api-error.ts'

/** WebAuthn's JSON forms, as the server sends and accepts them. */
export type Json = Record<string, unknown>

/** Signs a challenge with a passkey. Throws ApiError with a sentence on failure. */
export const confirmByPasskey = (options: Json): Promise<Json> =>
  asked(async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  )

/** Creates a passkey. Throws ApiError with a sentence on failure. */
export const makePasskey = (options: Json): Promise<Json> =>
  asked(async ({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )

/** Lazy-loaded when a passkey is used. */
async function asked(
  ask: (browser: typeof import('@simplewebauthn/browser')) => Promise<object>,
): Promise<Json> {
  const browser = await import('@simplewebauthn/browser')
  try {
    return { ...(await ask(browser)) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new ApiError(0, {
      error: 'passkey',
      error_description: browser.browserSupportsWebAuthn() ? (sentences[name] ?? notConfirmed) : unknown,
    })
  }
}

/** The sentences by the names of WebAuthn's exceptions; browsers do not distinguish “cancelled” from “timed out”. */
const notConfirmed = 'La passkey non ha confermato: riprova, o scegli un altro modo.'
const unknown = 'Questo browser non può usare le passkey: scegli un altro modo.'
const sentences: Record<string, string> = {
  InvalidStateError: 'Questo dispositivo ha già una tua passkey.',
  SecurityError: 'Le passkey valgono solo all’indirizzo in cui le hai create.',
}
