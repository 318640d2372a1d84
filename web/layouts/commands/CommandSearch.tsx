import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Reply } from '../../api.ts'
import { isConsumerBuild } from '../../edition.ts'
import { CommandsDialog } from '../../features/search/CommandsDialog.tsx'
import { askCustomer, closeSearch, type SearchRequest } from '../../features/search/open-search.ts'
import { SearchDialog } from '../../features/search/SearchDialog.tsx'
import { hasUnsavedChanges } from '../../overlays/unsaved-changes.ts'
import { paths } from '../../paths.ts'
import { selectCustomer } from '../../session/customer/chosen-customer.ts'
import { accessOfAddress } from '../../session/permissions/page-access.ts'
import { useVariant } from '../../session/permissions/useVariant.ts'
import { customerQuery, shownCustomer, versionsQuery } from '../../session/queries.ts'
import { logout } from '../../session/session.ts'
import { chosenCustomer } from '../../session/stored-session.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { pressShortcut } from '../../ui/shortcuts.ts'
import { setPreferences } from '../../ui/theme/preferences.ts'
import { toggleSidebar } from '../KeyboardShortcuts.tsx'
import { type CommandActs, commandsOf } from './commands.ts'

const CustomerChooser = lazyWithRetry(() => import('../../features/customers/CustomerChooser.tsx'))

/** The dialog of Ctrl+K: commands, and for those who may search, records. */
export default function CommandSearch({
  opening,
  user,
  records,
}: {
  opening: SearchRequest
  user: Reply<'GET /v1/users/me'>
  /** Whether the user may search records. */
  records: boolean
}) {
  const router = useRouter()
  const navigate = useNavigate()
  const { variant, who } = useVariant(user)
  const outbox = useQuery(versionsQuery).data?.outbox ?? false
  const customer = shownCustomer(user)
  const { data: chosen } = useQuery({
    ...customerQuery(customer ?? 0),
    enabled: user.flag_super_user && customer !== null,
  })
  const acts: CommandActs = {
    go: (to) => void (typeof to === 'string' ? navigate({ to }) : navigate(to)),
    choose: askCustomer,
    leaveCustomer: async () => {
      await navigate(paths.dashboard())
      if (!hasUnsavedChanges()) await selectCustomer(null)
    },
    theme: (theme) => setPreferences({ theme }),
    density: (density) => setPreferences({ density }),
    sidebar: toggleSidebar,
    shortcuts: () => pressShortcut('?'),
    logout: () => void logout(),
  }
  if (opening.customer) {
    const { then } = opening.customer
    const done = () => {
      closeSearch()
      if (then && Number(chosenCustomer()) > 0) void navigate(then)
    }
    return (
      <Suspense>
        <CustomerChooser onClose={done} />
      </Suspense>
    )
  }
  const commands = commandsOf(
    {
      variant,
      who,
      granted: user,
      consumerBuild: isConsumerBuild,
      outbox,
      everyone: user.flag_super_user && customer === null,
      waiting: user.flag_super_user && chosen?.state === '0' ? chosen : null,
      accessOf: (pathname) => accessOfAddress(router, pathname),
    },
    acts,
  )
  return records ? (
    <SearchDialog opening={opening} user={user} commands={commands} />
  ) : (
    <CommandsDialog user={user} commands={commands} />
  )
}
