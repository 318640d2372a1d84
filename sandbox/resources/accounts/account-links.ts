import type Stripe from 'stripe'
import { invalid } from '../../errors.ts'
import { randomText } from '../../ids.ts'
import { choice, needText } from '../../params.ts'
import type { Act, RequestContext, Route } from '../../sandbox.ts'
import type { Onboarding } from '../../store/tables.ts'
import { needAccount } from './accounts.ts'

const secondsToOpen = 300

export const accountLinkRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/account_links',
    params: ['account', 'type', 'refresh_url', 'return_url', 'collect', 'collection_options', 'expand'],
    handle: createAccountLink,
  },
]

/** A link to our onboarding page; valid once, for five minutes. */
function createAccountLink(context: RequestContext): Stripe.AccountLink {
  const account = needAccount(context, needText(context.params, 'account'))
  const type = choice(context.params, 'type', ['account_onboarding', 'account_update'])
  if (!type) throw invalid('Missing required param: type.', 'type', 'parameter_missing')
  if (type === 'account_update' && account.type !== 'custom')
    throw invalid(
      'You cannot create `account_update` type Account Links for this account. Use `account_onboarding`.',
      'type',
    )
  const created = context.box.clock.seconds()
  const expires_at = created + secondsToOpen
  const { id } = context.box.store.book('').put('onboardings', {
    id: randomText(32),
    account: account.id,
    platform: context.platform,
    update: type === 'account_update',
    return_url: webAddress(context, 'return_url'),
    refresh_url: webAddress(context, 'refresh_url'),
    expires_at,
    session: null,
  })
  return { object: 'account_link', created, expires_at, url: `${context.origin}/onboarding/${id}` }
}

/** The first visit uses the link up and starts a session of one day; undefined when the link has expired. */
export function openOnboarding(act: Act, link: Onboarding): string | undefined {
  const now = act.box.clock.seconds()
  if (link.session || link.expires_at < now) return undefined
  const session = randomText(32)
  act.box.store.book('').put('onboardings', { ...link, session, expires_at: now + 86_400 })
  return session
}

function webAddress(context: RequestContext, param: string): string {
  const value = needText(context.params, param)
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw invalid('Not a valid URL', param, 'url_invalid')
  return value
}
