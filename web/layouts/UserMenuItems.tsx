import { Menu } from '@mantine/core'
import { Bank, CreditCard, LogOut } from 'iconoir-react'
import type { Reply } from '../api.ts'
import { logout } from '../session/session.ts'
import { AnchoredMenu } from '../ui/Anchored.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Popup } from '../ui/usePopup.ts'

/** Where one's own things are, and the way out. */
export default function UserMenuItems({ popup, user }: { popup: Popup; user: Reply<'GET /v1/users/me'> }) {
  return (
    <AnchoredMenu popup={popup} width={220}>
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
    </AnchoredMenu>
  )
}
