import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { ApiError } from '../errors.ts'
import type { Params } from '../params.ts'
import { editedAccount } from '../resources/accounts/account-fields.ts'
import { openOnboarding } from '../resources/accounts/account-links.ts'
import { withRequirements } from '../resources/accounts/account-requirements.ts'
import { saveAccount } from '../resources/accounts/accounts.ts'
import type { Act, Sandbox } from '../sandbox.ts'
import type { Onboarding } from '../store/tables.ts'
import { decidedPage } from './authorize.ts'
import { onboardingPage } from './onboarding-form.ts'
import { sendPage } from './send-page.ts'

interface Visit {
  Params: { id: string; session: string }
  Body: Params | undefined
}

/** The page of an account link: the owner fills in what is missing, all at once or in parts. */
export function registerOnboarding(
  app: FastifyInstance,
  box: Sandbox,
  actFor: (account: string) => Act,
): void {
  const find = (id: string) => box.store.book('').get('onboardings', id)

  app.get<{ Params: { id: string } }>('/onboarding/:id', async ({ params }, reply) => {
    const link = find(params.id)
    if (!link) return sendPage(reply, decidedPage('Questa pagina non esiste.'), 404)
    const session = openOnboarding(actFor(link.platform), link)
    await box.store.settled()
    return reply.redirect(session ? `/onboarding/${link.id}/${session}` : link.refresh_url, 303)
  })

  const visited = async (request: FastifyRequest<Visit>, reply: FastifyReply) => {
    const link = find(request.params.id)
    const account = link && box.store.book(link.platform).get('accounts', link.account)
    if (!link || !account || link.session !== request.params.session) {
      sendPage(reply, decidedPage('Questa pagina non esiste.'), 404)
      return undefined
    }
    if (link.expires_at < box.clock.seconds()) {
      reply.redirect(link.refresh_url, 303)
      return undefined
    }
    return { link, account }
  }

  app.get<Visit>('/onboarding/:id/:session', async (request, reply) => {
    const visit = await visited(request, reply)
    return visit ? sendPage(reply, onboardingPage(visit.account, visit.link.update)) : reply
  })

  app.post<Visit>('/onboarding/:id/:session', async (request, reply) => {
    const visit = await visited(request, reply)
    if (!visit) return reply
    const { action, ...given } = request.body ?? {}
    const outcome = save(actFor(visit.link.platform), visit.link, visit.account, given, request.ip)
    if ('error' in outcome)
      return sendPage(reply, onboardingPage(visit.account, visit.link.update, outcome.error, given), 400)
    await box.store.settled()
    if (action === 'later' || outcome.account.details_submitted)
      return reply.redirect(visit.link.return_url, 303)
    return sendPage(reply, onboardingPage(outcome.account, visit.link.update))
  })
}

function save(
  act: Act,
  link: Onboarding,
  before: Stripe.Account,
  given: Params,
  ip: string,
): { account: Stripe.Account } | { error: ApiError } {
  const { accepted, ...fields } = filled(given)
  const terms: Params = accepted ? { tos_acceptance: { date: String(act.box.clock.seconds()), ip } } : {}
  try {
    const account = withRequirements(editedAccount(act, { ...fields, ...terms }, before))
    // Finishing uses the page up; leaving it unfinished keeps it open for a day.
    if (account.details_submitted)
      act.box.store.book('').put('onboardings', { ...link, expires_at: act.box.clock.seconds() - 1 })
    return { account: saveAccount(act, account, before) }
  } catch (error) {
    if (error instanceof ApiError) return { error }
    throw error
  }
}

/** Empty fields are no answers. */
function filled(given: Params): Params {
  const answers: Params = {}
  for (const [name, value] of Object.entries(given)) {
    if (Array.isArray(value)) continue
    const answer = typeof value === 'string' ? value.trim() : filled(value)
    if (typeof answer === 'string' ? answer : Object.keys(answer).length > 0) answers[name] = answer
  }
  return answers
}
