import './scheme.ts'

/*
 * Sets what the first paint depends on: the colours, the font, and the place of a wallet's button. It is small and stands at the
 * top of the page, so that it delays the first paint little. `web/build/start-script.ts` puts it there.
 */

const page = document.documentElement
// On a slow connection, and for whoever asked for less data, the page uses the device's own font, and nothing is fetched ahead
// (`saves-data.ts`).
const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) page.dataset.saving = ''
if (hasApplePay()) page.dataset.wallet = ''

/** Whether this device can pay with Apple Pay; it asks the device alone. */
function hasApplePay(): boolean {
  const { ApplePaySession } = globalThis as { ApplePaySession?: { canMakePayments: () => boolean } }
  try {
    return ApplePaySession?.canMakePayments() ?? false
  } catch {
    // Not on a secure origin.
    return false
  }
}
