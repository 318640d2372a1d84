import { Suspense } from 'react'
import type { Reply } from '../api.ts'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { usePopup } from '../ui/overlay/usePopup.ts'
import styles from './UserMenu.module.css'

type User = Reply<'GET /v1/users/me'>

const load = () => import('./UserMenuItems.tsx')
const UserMenuItems = lazyWithRetry(load)

/** The user's initials; they open the user menu. */
export function UserMenu({ user }: { user: User }) {
  const { trigger, popup } = usePopup('menu', load)
  return (
    <>
      <button
        type="button"
        className={styles.initials}
        aria-label={`${initials(user)}, menu di ${user.nominative}`}
        {...trigger}
      >
        {initials(user)}
      </button>
      {popup && (
        <Suspense>
          <UserMenuItems popup={popup} user={user} />
        </Suspense>
      )}
    </>
  )
}

/** Initials: SU for a super user, else the first letters of the first two words. */
export function initials({ flag_super_user, nominative }: Pick<User, 'flag_super_user' | 'nominative'>) {
  if (flag_super_user) return 'SU'
  const letters = nominative.split(/\s+/).map((word) => word.charAt(0))
  return letters.slice(0, 2).join('').toUpperCase() || '–'
}
