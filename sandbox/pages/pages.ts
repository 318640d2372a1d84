import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { rails } from '../payments/confirm-payment.ts'
import { noteOf, returnAddress } from '../payments/redirects.ts'
import type { PaymentMethodType } from '../resources/payment-method-record.ts'
import { setupApproved, setupRefused } from '../resources/setup-intents.ts'
import type { Act, Sandbox } from '../sandbox.ts'
import type { Redirect } from '../store/tables.ts'
import { authorizePage, decidedPage } from './authorize.ts'
import { mandatePage, receiptPage } from './documents.ts'
import { registerOnboarding } from './onboarding.ts'
import { sendPage } from './send-page.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** The pages for people: approve or refuse, receipt, mandate, onboarding. */
export function registerPages(app: FastifyInstance, box: Sandbox, actFor: (account: string) => Act): void {
  registerOnboarding(app, box, actFor)
  const find = (id: string) => {
    const redirect = box.store.book('').get('redirects', id)
    const act = redirect && actFor(redirect.account)
    const intent =
      act &&
      (act.book.get('payment_intents', redirect.intent) ?? act.book.get('setup_intents', redirect.intent))
    return intent ? { redirect, act, intent } : undefined
  }

  app.get<{ Params: { id: string } }>('/authorize/:id', async ({ params }, reply) => {
    const found = find(params.id)
    if (!found) return sendPage(reply, decidedPage('Questa pagina non esiste.'), 404)
    const { redirect, act, intent } = found
    if (!undecided(act, redirect, intent)) return leave(reply, redirect, intent)
    return sendPage(
      reply,
      authorizePage(redirect, intent, act.book.get('payment_methods', intent.payment_method as string)),
    )
  })

  app.post<{ Params: { id: string }; Body: { decision?: string } | undefined }>(
    '/authorize/:id',
    async ({ params, body }, reply) => {
      const found = find(params.id)
      const decision = body?.decision
      if (!found || (decision !== 'approve' && decision !== 'refuse'))
        return sendPage(reply, decidedPage('Richiesta non valida.'), found ? 400 : 404)
      const { redirect, act, intent } = found
      const after = undecided(act, redirect, intent) ? decide(act, redirect, intent, decision) : intent
      await box.store.settled()
      return leave(reply, redirect, after)
    },
  )

  app.get<{ Params: { account: string; id: string } }>(
    '/receipts/:account/:id',
    async ({ params }, reply) => {
      const charge = box.store.book(params.account).get('charges', params.id)
      return charge
        ? sendPage(reply, receiptPage(charge))
        : sendPage(reply, decidedPage('Questa ricevuta non esiste.'), 404)
    },
  )

  app.get<{ Params: { account: string; id: string } }>(
    '/mandates/:account/:id',
    async ({ params }, reply) => {
      const book = box.store.book(params.account)
      const mandate = book.get('mandates', params.id)
      const method = mandate && book.get('payment_methods', mandate.payment_method as string)
      if (!mandate || !method) return sendPage(reply, decidedPage('Questo mandato non esiste.'), 404)
      return sendPage(
        reply,
        mandatePage(mandate, method.billing_details.name ?? '', method.sepa_debit?.last4 ?? ''),
      )
    },
  )
}

/** A page decides only the attempt for which it was made. */
function undecided(act: Act, redirect: Redirect, intent: Intent): boolean {
  return intent.status === 'requires_action' && noteOf(act, intent.id).redirect === redirect.id
}

function decide(act: Act, redirect: Redirect, intent: Intent, decision: 'approve' | 'refuse'): Intent {
  act.box.store.book('').put('redirects', { ...redirect, decision })
  const method = act.book.get('payment_methods', intent.payment_method as string)
  if (!method) return intent
  if (intent.object === 'setup_intent')
    return decision === 'approve' ? setupApproved(act, intent, method) : setupRefused(act, intent, method)
  const rail = rails[method.type as PaymentMethodType]
  return (
    (decision === 'approve' ? rail.approved?.(act, intent, method) : rail.refused?.(act, intent, method)) ??
    intent
  )
}

function leave(reply: FastifyReply, redirect: Redirect, intent: Intent) {
  if (redirect.return_url) return reply.redirect(returnAddress(redirect.return_url, intent), 303)
  return sendPage(
    reply,
    decidedPage(
      intent.status === 'requires_payment_method' ? 'Pagamento rifiutato.' : 'Pagamento autorizzato.',
    ),
  )
}
