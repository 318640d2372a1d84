import { maintenanceStateWords, type PeriodState, periodStateWords } from '@saldo/domain/platform/periods'
import { CheckCircle, Clock, DataTransferBoth } from 'iconoir-react'
import { type State, state } from '../../ui/data/states.ts'
import { capital } from '../../ui/format/first-letter.ts'

const statesIn = (words: Record<PeriodState, string>): Record<PeriodState, State> => ({
  scheduled: state('neutral', capital(words.scheduled), Clock),
  current: state('warning', capital(words.current), DataTransferBoth),
  over: state('success', capital(words.over), CheckCircle),
})

export const maintenanceStates = statesIn(maintenanceStateWords)
export const announcementStates = statesIn(periodStateWords)

/** The states as options of a filter. */
export const stateOptions = (states: Record<PeriodState, State>) =>
  Object.entries(states).map(([value, { word, icon }]) => ({ value, label: word, icon }))
