import { redirect } from '@tanstack/react-router'
import { ApiError } from './api-error.ts'
import { paths } from './paths.ts'
import { customerOnScreen, customerStateQuery, meQuery, queries } from './session/queries.ts'
import { hasSession } from './session/tokens.ts'

/** To /auth unless signed in; `href` is where one returns to afterwards. */
export async function requireSession(href: string) {
  if (!hasSession()) throw redirect(paths.login(href))
  try {
    await queries.ensureQueryData(meQuery)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(paths.login(href))
    throw error
  }
}

/** To /auth unless signed in as a super user. */
export async function requireSuperUser({ location }: { location: { href: string } }) {
  await requireSession(location.href)
  const user = await queries.ensureQueryData(meQuery)
  if (!user.flag_super_user) throw redirect(paths.login(location.href))
}

/** To /403 unless the back office, or a user whose customer may use the full menu. */
export async function requireStaff() {
  if (!(await mayUseFullMenu())) throw redirect(paths.forbidden())
}

/** To /403 unless a resident: what is theirs to do is nobody else's. */
export async function requireConsumer() {
  const user = await queries.ensureQueryData(meQuery)
  if (user.role !== 'consumer') throw redirect(paths.forbidden())
}

/** Specification §4: the menu is allowed when the customer's state check says OK. */
export async function mayUseFullMenu() {
  const user = await queries.ensureQueryData(meQuery)
  if (user.flag_super_user) return true
  const customer = customerOnScreen(user)
  if (customer === null || user.flag_store) return false
  const state = await queries.ensureQueryData(customerStateQuery(customer))
  return state.error === 'OK'
}
