import { Menu } from '@mantine/core'
import { Bank, CreditCard, LogOut } from 'iconoir-react'
import type { Reply } from '../api.ts'
import { logout } from '../session/session.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './UserMenu.module.css'

type User = Reply<'GET /v1/users/me'>

/** Initials that open the user's menu. */
export function UserMenu({ user }: { user: User }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button
          type="button"
          className={styles.initials}
          aria-label={`${initials(user)}, menu di ${user.nominative}`}
        >
          {initials(user)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.nominative}
          <br />
          {user.user_name}
        </Menu.Label>
        {['consumer', 'customer', 'super_user'].includes(user.role) && (
          <Menu.Item component="a" href="#/metodi" leftSection={<Icon of={CreditCard} />}>
            Metodi di pagamento
          </Menu.Item>
        )}
        {['customer', 'super_user'].includes(user.role) && (
          <Menu.Item component="a" href="#/account-incassi" leftSection={<Icon of={Bank} />}>
            Account incassi
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon of={LogOut} />} onClick={() => void logout()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** SU for a super user; else the first letters of the first two words. */
export function initials({ flag_super_user, nominative }: Pick<User, 'flag_super_user' | 'nominative'>) {
  if (flag_super_user) return 'SU'
  const letters = nominative.split(/\s+/).map((word) => word.charAt(0))
  return letters.slice(0, 2).join('').toUpperCase() || '–'
}
