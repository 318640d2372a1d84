import { CheckCircle, Page, Refresh } from 'iconoir-react'
import type { BulkAction, Selected } from '../../ui/grid/list.ts'
import { renewLetters, savePdf } from './reminder-acts.ts'
import type { Reminder } from './reminder-query.ts'

/** The server accepts at most so many letters at once. */
const mostLetters = 200

const someOf =
  (may: (letter: Reminder) => boolean) =>
  ({ count, loaded }: Selected<Reminder>) =>
    count <= mostLetters && (loaded.length < count || loaded.every(may))

/** Bulk actions: prints letters, writes those on paper again as they are due now, and records the delivery of those on paper in the dialog opened by `open`. */
export const paperActions = (open: (ids: number[]) => void): BulkAction<Reminder>[] => [
  {
    id: 'print',
    label: 'Scarica PDF',
    icon: Page,
    offered: someOf(() => true),
    run: ({ ids }) => void ids().then((all) => savePdf(all.map(Number))),
  },
  {
    id: 'renew',
    label: 'Aggiorna le lettere',
    icon: Refresh,
    offered: someOf(({ state }) => state === 'to_deliver'),
    run: ({ ids }) => void ids().then((all) => renewLetters(all.map(Number))),
  },
  {
    id: 'deliver',
    label: 'Registra la consegna',
    icon: CheckCircle,
    offered: someOf(({ state }) => state === 'to_deliver'),
    run: ({ ids }) => void ids().then((all) => open(all.map(Number))),
  },
]
