import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Check, EditPencil } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session/queries.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { formatCount, type Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import dashboard from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { MessageFilterBar } from './MessageFilterBar.tsx'
import { MessageList } from './MessageList.tsx'
import { markAllRead } from './message-acts.ts'
import { latestQuery, type Message, type MessageFilters } from './messages-query.ts'
import { PushOffer } from './push/PushOffer.tsx'

const MessageDialog = lazyWithRetry(() => import('./MessageDialog.tsx'))

/** `/messaggi`: the user's messages, newest first. Filters are in the address. */
export function MessagesPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const unread = useQuery(latestQuery).data?.count
  const navigate = useNavigate()
  const filters = filtersOf(useSearch({ strict: false }))
  const filter = (wanted: MessageFilters) =>
    void navigate({ ...paths.messages(wanted as Query), replace: true })
  const [opened, setOpened] = useState<Message | null>(null)
  return (
    <div className={user.role === 'consumer' ? dashboard.own : dashboard.page}>
      <title>Messaggi · Saldo</title>
      <PageTitle
        title="Messaggi"
        summary={
          unread !== undefined && (unread === 0 ? 'Niente da leggere' : `${formatCount(unread)} da leggere`)
        }
        actions={
          <>
            <ReasonedButton
              variant="default"
              leftSection={<Icon of={Check} />}
              why={unread === 0 ? 'Li hai già letti tutti.' : null}
              onClick={() => void markAllRead()}
            >
              Segna tutti come letti
            </ReasonedButton>
            {user.flag_super_user && (
              <Button
                leftSection={<Icon of={EditPencil} />}
                onClick={() => void navigate(paths.writeMessage())}
              >
                Scrivi un messaggio
              </Button>
            )}
          </>
        }
      />
      <PushOffer />
      <MessageFilterBar filters={filters} onChange={filter} />
      <MessageList filters={filters} onOpen={setOpened} onClear={() => filter({})} />
      {opened && (
        <Suspense>
          <MessageDialog message={opened} superUser={user.flag_super_user} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  )
}

const filtersOf = ({ q, state }: Query): MessageFilters => ({
  ...(q ? { q } : {}),
  ...(state === 'read' || state === 'unread' ? { state } : {}),
})
