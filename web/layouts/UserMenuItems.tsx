import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Keyframe, LogOut, Search } from 'iconoir-react'
import type { Reply } from '../api.ts'
import { isConsumerBuild } from '../edition.ts'
import { useVariant } from '../session/permissions/useVariant.ts'
import { searches } from '../session/permissions/variant.ts'
import { versionsQuery } from '../session/queries.ts'
import { logout } from '../session/session.ts'
import { Chip } from '../ui/data/Chip.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { AnchoredMenu } from '../ui/overlay/Anchored.tsx'
import type { Popup } from '../ui/overlay/usePopup.ts'
import { pressShortcut } from '../ui/shortcuts.ts'
import { userMenuOf } from './sidebar/menu.ts'

/** The items of the user menu: own pages, and logout. */
export default function UserMenuItems({ popup, user }: { popup: Popup; user: Reply<'GET /v1/users/me'> }) {
  const { variant, who } = useVariant(user)
  const outbox = useQuery(versionsQuery).data?.outbox ?? false
  const entries = userMenuOf(who, isConsumerBuild, user).filter(
    ({ onlyWithOutbox }) => outbox || !onlyWithOutbox,
  )
  return (
    <AnchoredMenu popup={popup} width={240}>
      <Menu.Label>
        {user.nominative}
        <br />
        {user.user_name}
      </Menu.Label>
      {entries.map(({ to, label, icon, chip }) => (
        <Menu.Item
          key={to}
          component="a"
          href={`#${to}`}
          leftSection={<Icon of={icon} />}
          rightSection={chip && <Chip word={chip} />}
        >
          {label}
        </Menu.Item>
      ))}
      {!searches.includes(variant) && (
        <Menu.Item leftSection={<Icon of={Search} />} onClick={() => pressShortcut('mod+k')}>
          Comandi
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon of={Keyframe} />} onClick={() => pressShortcut('?')}>
        Scorciatoie da tastiera
      </Menu.Item>
      <Menu.Item leftSection={<Icon of={LogOut} />} onClick={() => void logout()}>
        Logout
      </Menu.Item>
    </AnchoredMenu>
  )
}
