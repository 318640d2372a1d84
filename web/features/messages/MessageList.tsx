import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Check } from 'iconoir-react'
import { useState } from 'react'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PagedFeed } from '../../ui/feedback/PagedFeed.tsx'
import { Bar } from '../../ui/feedback/Skeleton.tsx'
import { formatCount } from '../../ui/grid/list.ts'
import { SelectionBar } from '../../ui/grid/selection/SelectionBar.tsx'
import { SelectionBarAction } from '../../ui/grid/selection/SelectionBarAction.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './Messages.module.css'
import { markRead } from './message-acts.ts'
import { type Message, type MessageFilters, messagesQuery } from './messages-query.ts'

/** Messages page by page, to open, mark or delete; several can be marked as read. */
export function MessageList({
  filters,
  onOpen,
  onClear,
}: {
  filters: MessageFilters
  onOpen: (message: Message) => void
  onClear: () => void
}) {
  const query = useInfiniteQuery(messagesQuery(filters))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const chosen = messages.filter(({ id }) => selected.has(id))
  const select = (id: number, on: boolean) =>
    setSelected((now) => new Set(on ? [...now, id] : [...now].filter((each) => each !== id)))

  return (
    <>
      <PagedFeed
        query={query}
        what="i messaggi"
        skeleton={<ListSkeleton />}
        label="Messaggi"
        empty={<NoMessages filters={filters} onClear={onClear} />}
        items={messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            selected={selected.has(message.id)}
            onSelect={(on) => select(message.id, on)}
            onOpen={() => onOpen(message)}
          />
        ))}
      />
      {chosen.length > 0 && (
        <div className={styles.selection}>
          <SelectionBar
            count={chosen.length === 1 ? '1 selezionato' : `${formatCount(chosen.length)} selezionati`}
            selectAll={
              chosen.length < messages.length
                ? `Seleziona i ${formatCount(messages.length)} mostrati`
                : undefined
            }
            onSelectAll={() => setSelected(new Set(messages.map(({ id }) => id)))}
            onClear={() => setSelected(new Set())}
          >
            <SelectionBarAction
              icon={Check}
              label="Segna come letti"
              onClick={() => {
                void markRead(chosen)
                setSelected(new Set())
              }}
            />
          </SelectionBar>
        </div>
      )}
    </>
  )
}

const ListSkeleton = () =>
  Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical bars that never move
    <div key={row} className={styles.skeleton}>
      <Bar width="40%" />
      <Bar />
      <Bar width={110} />
    </div>
  ))

function NoMessages({ filters: { q, state }, onClear }: { filters: MessageFilters; onClear: () => void }) {
  if (!q && !state)
    return <EmptyState title="Nessun messaggio">Qui arrivano gli avvisi che ti riguardano.</EmptyState>
  return (
    <EmptyState
      title={state === 'unread' && !q ? 'Niente da leggere' : 'Nessun messaggio con questi filtri'}
      action={
        <Button variant="default" onClick={onClear}>
          Togli i filtri
        </Button>
      }
    />
  )
}
