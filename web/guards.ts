import { redirect } from '@tanstack/react-router'
import { ApiError } from './api-error.ts'
import { isConsumerBuild } from './edition.ts'
import { paths } from './paths.ts'
import { canOpenPage, type PageAccess } from './session/permissions/page-access.ts'
import { type Variant, variantOf, variants } from './session/permissions/variant.ts'
import { customerStateQuery, meQuery, queries, shownCustomer } from './session/queries.ts'
import { changesUser } from './session/stored-session.ts'
import { hasSession } from './session/tokens.ts'
import { discardDrafts } from './ui/form/drafts.ts'

/**
 * Redirects to /auth unless signed in, and a super user without a second step to where they set it up; `href` is the address to
 * return to.
 */
export async function requireSession(href: string) {
  if (!hasSession()) throw redirect(paths.login(href))
  try {
    const { user_id, second_step_missing } = await queries.ensureQueryData(meQuery)
    if (second_step_missing) throw redirect(paths.setUp(href))
    if (changesUser(user_id)) {
      discardDrafts()
      throw redirect(paths.dashboard())
    }
    // The menu depends on the variant: known before, it does not change once drawn.
    await findVariant().catch(() => null)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(paths.login(href))
    throw error
  }
}

/** Opens the page that sets up a second step to a super user who has none. */
export async function requireSecondStepMissing(href: string) {
  if (!hasSession()) throw redirect(paths.login(href))
  try {
    const { second_step_missing } = await queries.ensureQueryData(meQuery)
    if (!second_step_missing) throw redirect(paths.dashboard())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(paths.login(href))
    throw error
  }
}

/**
 * Opens a section's page to the variants it admits, and to sub-users with its permission. Others are redirected to
 * /403, which says so; a login form would ask somebody to sign in who is signed in.
 */
export async function requireAccess(page: PageAccess, pathname: string) {
  const user = await queries.ensureQueryData(meQuery)
  // The consumer build has the residents' pages only, whoever opens it.
  const built = !isConsumerBuild || page.admits.includes('b2c')
  const admitted =
    built && (page.admits.length === variants.length || page.admits.includes(await findVariant()))
  if (!admitted || !canOpenPage(page, user)) throw redirect(paths.forbidden(pathname))
}

async function findVariant(): Promise<Variant> {
  const user = await queries.ensureQueryData(meQuery)
  const customer = shownCustomer(user)
  if (user.flag_super_user || customer === null) return variantOf(user, false)
  const state = await queries.ensureQueryData(customerStateQuery(customer))
  return variantOf(user, state.error === 'OK')
}
