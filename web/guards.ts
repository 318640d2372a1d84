import { redirect } from '@tanstack/react-router'
import { ApiError } from './api-error.ts'
import { paths } from './paths.ts'
import { opensPage } from './session/page-permissions.ts'
import { customerOnScreen, customerStateQuery, meQuery, queries } from './session/queries.ts'
import { changesHands } from './session/stored.ts'
import { hasSession } from './session/tokens.ts'
import { type Variant, variantOf } from './session/variant.ts'
import { discardDrafts } from './ui/form/drafts.ts'

/** To /auth unless signed in; `href` is where one returns to afterwards. */
export async function requireSession(href: string) {
  if (!hasSession()) throw redirect(paths.login(href))
  try {
    const { user_id } = await queries.ensureQueryData(meQuery)
    if (changesHands(user_id)) {
      discardDrafts()
      throw redirect(paths.dashboard())
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(paths.login(href))
    throw error
  }
}

/** To /auth unless signed in as a super user: whoever is signed in otherwise is not led back here. */
export async function requireSuperUser({ location }: { location: { href: string } }) {
  await requireSession(location.href)
  const user = await queries.ensureQueryData(meQuery)
  if (!user.flag_super_user) throw redirect(paths.login())
}

/** Whose pages these are; others go to /403, sub-users also from what they were not granted. What it `admits` stands in the route, for the menu's test to read. */
export const pagesOf = (...admits: Variant[]) => ({
  staticData: { admits },
  beforeLoad: async ({ location }: { location: { pathname: string } }) => {
    const admitted = admits.includes(await whoIsIt())
    const user = await queries.ensureQueryData(meQuery)
    if (!admitted || !opensPage(location.pathname, user)) throw redirect(paths.forbidden(location.pathname))
  },
})

/** The same for the back office's own pages; others go to /auth (specification §2). */
export const backOfficePages = {
  staticData: { admits: ['superuser'] as Variant[] },
  beforeLoad: requireSuperUser,
}

async function whoIsIt(): Promise<Variant> {
  const user = await queries.ensureQueryData(meQuery)
  const customer = customerOnScreen(user)
  if (user.flag_super_user || customer === null) return variantOf(user, false)
  const state = await queries.ensureQueryData(customerStateQuery(customer))
  return variantOf(user, state.error === 'OK')
}
