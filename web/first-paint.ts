import './scheme.ts'

/*
 * What the first paint needs to know: the colours, whose letters, and whether a wallet gets a place. It stands before all else in
 * the page, and is small, so that it keeps nothing from being painted. `web/build/start-script.ts` puts it there.
 */

const page = document.documentElement
// On a slow connection, and for whoever asked for less data, the letters are those of the device, and nothing is fetched ahead
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
