import { PagePlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const noticesActions: readonly Action[] = [
  {
    id: 'new-notices',
    label: 'Nuovo flusso MAV o RiBa',
    words: 'emetti avvisi bollettini crea banca file',
    icon: PagePlus,
    to: paths.newNotices(),
  },
]
