import type { Env } from '../env.ts'

/**
 * Allows our own origin and the payment provider's, and of inline scripts those alone that are named by their hash
 * (`inlineScripts` of web-app.ts).
 */
export function contentSecurityPolicy(env: Env, inline: string[]) {
  const provider = env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE).origin : 'https://api.stripe.com'
  const library = env.STRIPE_API_BASE ? [] : ['https://js.stripe.com', 'https://*.js.stripe.com']
  // The viewer shows a PDF that the page itself has fetched.
  const frames = env.STRIPE_API_BASE
    ? ['blob:']
    : ['blob:', 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'", ...inline, ...library],
      // Components set widths and positions with style attributes.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", provider, ...pushRegistration(env)],
      'worker-src': ["'self'", 'blob:'],
      'manifest-src': ["'self'"],
      'frame-src': frames,
      'base-uri': ["'none'"],
      'form-action': ["'self'", provider],
      'frame-ancestors': ["'none'"],
    },
  }
}

/** Where a browser registers for push messages, if it may. */
const pushRegistration = ({ FIREBASE_SERVICE_ACCOUNT, FIREBASE_WEB_APP }: Env) =>
  FIREBASE_SERVICE_ACCOUNT && FIREBASE_WEB_APP
    ? ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com']
    : []
