import { StatsReport } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const reportsActions: readonly Action[] = [
  {
    id: 'report',
    label: 'Nuovo report',
    words: 'crea incassato statistiche periodo riepilogo numeri stampa',
    icon: StatsReport,
    to: paths.report(),
    useful: 80,
  },
]
