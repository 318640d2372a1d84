import { Button, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Xmark } from 'iconoir-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { type Query, written } from '../../ui/grid/list.ts'
import { useListAddress } from '../../ui/grid/useListAddress.ts'
import { IconButton } from '../../ui/PlainButton.tsx'
import { say } from '../../ui/snackbars.ts'
import styles from './BillViews.module.css'
import { keepViews, sameFilters, savedViews, usualViews, type View, viewOf } from './bill-views.ts'
import { billsList } from './bills-list.tsx'

/** The usual ways to look at bills and those a person named: each a link with its filters. */
export function BillViews() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { filters, sort } = useListAddress(billsList)
  const whose = String(user.user_id)
  const [saved, setSaved] = useState(() => savedViews(whose))
  const [naming, setNaming] = useState(false)
  const current = viewOf(filters, saved)
  const keep = (views: readonly View[]) => {
    keepViews(whose, views)
    setSaved([...views])
  }
  const remove = (view: View) => {
    keep(saved.filter((each) => each !== view))
    say(`Vista «${view.name}» tolta`, () => keep(saved))
  }
  const known = [...saved, ...usualViews].some((view) => sameFilters(view.filters, filters))

  return (
    <nav className={styles.views} aria-label="Viste">
      {[...usualViews, ...saved].map((view) => (
        <Link
          key={view.name}
          {...paths.bollette({ ...view.filters, ...(view.sort && { sort: view.sort }) })}
          className={styles.view}
          activeProps={{}}
          aria-current={view === current ? 'page' : undefined}
        >
          {view.name}
          {view === current && <Count filters={filters} />}
        </Link>
      ))}
      {current && saved.includes(current) && (
        <IconButton icon={Xmark} label={`Togli la vista ${current.name}`} onClick={() => remove(current)} />
      )}
      {!known && (
        <IconButton icon={Plus} label="Salva questi filtri come vista" onClick={() => setNaming(true)} />
      )}
      {naming && (
        <NameView
          taken={[...usualViews, ...saved].map(({ name }) => name)}
          onClose={() => setNaming(false)}
          onName={(name) => {
            const order = sort === billsList.defaultSort ? {} : { sort }
            keep([...saved, { name, filters, ...order }])
            setNaming(false)
          }}
        />
      )}
    </nav>
  )
}

/** How many bills the current view holds: the same question the header asks. */
function Count({ filters }: { filters: Query }) {
  const totals = useQuery({
    queryKey: ['bills', 'summary', filters],
    queryFn: ({ signal }) => api('GET /v1/bills/summary', { query: filters as never, signal }),
  })
  return totals.data && <span className={styles.count}>{written(totals.data.count)}</span>
}

function NameView({
  taken,
  onName,
  onClose,
}: {
  taken: readonly string[]
  onName: (name: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const save = () => {
    const chosen = name.trim()
    if (chosen === '') return setWrong('Scrivi un nome.')
    if (taken.includes(chosen)) return setWrong('C’è già una vista con questo nome.')
    onName(chosen)
  }
  return (
    <Dialog
      opened
      title="Salva i filtri come vista"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button onClick={save}>Salva</Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput
          label="Nome"
          description="La ritrovi qui, in questo browser"
          placeholder="Ghibellina, rata 3"
          data-autofocus
          maxLength={40}
          value={name}
          error={wrong}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setWrong(null)
          }}
        />
      </form>
    </Dialog>
  )
}
