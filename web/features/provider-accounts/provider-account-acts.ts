import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { type ProviderAccount, providerAccountQuery, type WhichProvider } from './provider-account-query.ts'

/** Starts or continues the onboarding on the provider's page; creates the account if needed. */
export const continueOnboarding = (customer_id: number, provider_account: WhichProvider) =>
  leaving('L’account non è pronto.', () =>
    api('POST /v1/stripe/account/create/{id}', { params: { id: customer_id }, body: { provider_account } }),
  )

/** Sends the customer's data again, and opens the provider's page for the rest. */
export const updateDetails = (customer_id: number, provider_account: WhichProvider) =>
  leaving('Non ho aggiornato i dati.', () =>
    api('POST /v1/stripe/account/update/{id}', { params: { id: customer_id }, body: { provider_account } }),
  )

export async function setFee(
  customer_id: number,
  provider_account: WhichProvider,
  fee: { fee_bps: number; fee_fixed: number },
) {
  const account = await api('POST /v1/stripe/account/update/{id}', {
    params: { id: customer_id },
    body: { provider_account, ...fee },
  })
  show(account)
  alertToast('Commissione aggiornata.', 'success')
}

export async function closeAccount(customer_id: number, provider_account: WhichProvider): Promise<boolean> {
  try {
    show(
      await api('POST /v1/stripe/account/delete/{id}', {
        params: { id: customer_id },
        body: { provider_account },
      }),
    )
    alertToast('Account chiuso.', 'success')
    return true
  } catch (error) {
    alertToast(`Non l’ho chiuso. ${errorSentence(error)}`, 'danger')
    return false
  }
}

type AndLink = ProviderAccount & { onboarding_url: string | null }

async function leaving(failed: string, act: () => Promise<AndLink>): Promise<void> {
  try {
    const { onboarding_url, ...account } = await act()
    show(account)
    if (onboarding_url) location.assign(onboarding_url)
    else alertToast('Il provider ora non apre la sua pagina: riprova fra qualche minuto.', 'danger')
  } catch (error) {
    alertToast(`${failed} ${errorSentence(error)}`, 'danger')
  }
}

function show(account: ProviderAccount) {
  const { customer_id, provider_account } = account
  queries.setQueryData(providerAccountQuery(customer_id, provider_account).queryKey, account)
}
