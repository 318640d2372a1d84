import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { isOpenMovement } from '@saldo/domain/transfers/movement'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import type { Query } from '../../ui/grid/list.ts'
import { movementStates } from './movement-states.ts'
import styles from './Transfers.module.css'
import type { Movement } from './transfer-query.ts'
import { payerOf, proposalsInShort } from './transfer-words.ts'
import { transfersList } from './transfers-list.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The movements, each a link to its proposals; further ones load when the end comes into sight. */
export function MovementList({
  rows,
  pages,
  openId,
  search,
  isSelected,
  onSelect,
}: {
  rows: readonly Movement[]
  pages: Pages
  openId: string | null
  /** Filters and sort of the address, to which a row's link adds its id. */
  search: Query
  isSelected: (id: string) => boolean
  /** `range`: with all rows since the last one. */
  onSelect: (movement: Movement, range: boolean) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open row
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label="Movimenti">
        {rows.map((movement) => {
          const id = String(movement.movement_id)
          return (
            <Row
              key={id}
              movement={movement}
              search={search}
              current={id === openId}
              selected={isSelected(id)}
              onSelect={onSelect}
            />
          )
        })}
      </ul>
      {pages.hasNextPage && <More pages={pages} />}
    </>
  )
}

const Row = memo(function Row({
  movement,
  search,
  current,
  selected,
  onSelect,
}: {
  movement: Movement
  search: Query
  current: boolean
  selected: boolean
  onSelect: (movement: Movement, range: boolean) => void
}) {
  const { movement_id, text, booked_on, amount, state, bill_numbers } = movement
  return (
    <li className={styles.row} data-current={current || undefined}>
      <input
        type="checkbox"
        className={styles.box}
        checked={selected}
        aria-label={`Seleziona ${transfersList.rowName(movement)}`}
        onChange={(event) =>
          onSelect(movement, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
        }
      />
      <Link
        {...paths.transfers({ ...search, open: String(movement_id) })}
        className={styles.movement}
        activeOptions={{ exact: true }}
        aria-current={current ? 'true' : undefined}
        resetScroll={false}
      >
        <span className={styles.name}>{payerOf(movement)}</span>
        <Amount cents={amount} size="strong" />
        <span className={styles.text}>{text || bill_numbers.join(', ')}</span>
        <span className={styles.day}>{formatDate(booked_on).slice(0, 5)}</span>
        <span className={styles.state}>
          <StateLabel
            state={
              isOpenMovement(state) && state !== 'partly' ? proposalsInShort(movement) : movementStates[state]
            }
          />
        </span>
      </Link>
    </li>
  )
})

function More({ pages }: { pages: Pages }) {
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(pages)
  latest.current = pages
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !latest.current.isFetchingNextPage) void latest.current.fetchNextPage()
    })
    if (button.current) seen.observe(button.current)
    return () => seen.disconnect()
  }, [])
  return (
    <div className={styles.more}>
      <Button
        ref={button}
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        Mostra altri movimenti
      </Button>
    </div>
  )
}
