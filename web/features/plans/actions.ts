import { CalendarPlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const plansActions: readonly Action[] = [
  {
    id: 'new-plan',
    label: 'Nuovo piano di rientro',
    words: 'rateizza rateizzazione dilazione accordo crea',
    icon: CalendarPlus,
    to: paths.newPlan(),
  },
]
