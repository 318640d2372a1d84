import * as contract from '@saldo/contract/reports/reports'
import { actorMay } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import { returnableDebits } from '../payments/returnable-debits.ts'
import { monthFigures } from './month-figures.ts'
import { onlyOf, periodBefore, periodOf } from './period.ts'
import { ageing, debits, forecast, ways } from './report-figures.ts'
import { timeToPay } from './time-to-pay.ts'

export const reportMonths = serve(contract.reportMonths, async ({ tx, query: given }) => {
  const query = { ...given, ...periodOf(given) }
  const { account_ids } = query
  const [months, before] = await Promise.all([
    monthFigures(tx, query),
    monthFigures(tx, { ...periodBefore(query), account_ids }),
  ])
  return { months: [...months], before: [...before] }
})

export const reportFigures = serve(contract.reportFigures, async ({ tx, actor, query: given }) => {
  const query = { ...given, ...periodOf(given) }
  const bills = actorMay(actor, 'bills:read')
  const [ageingOf, returnable, waysOf, debitsOf, forecastOf] = await Promise.all([
    bills ? ageing(tx, query) : null,
    returnableDebits(tx, onlyOf(tx, query, tx`p`)),
    ways(tx, query),
    actorMay(actor, 'debits:read') ? debits(tx, query) : null,
    bills ? forecast(tx, query) : null,
  ])
  return { ageing: ageingOf, returnable, ways: [...waysOf], debits: debitsOf, forecast: forecastOf }
})

export const reportTimeToPay = serve(contract.reportTimeToPay, ({ tx, query }) =>
  timeToPay(tx, { ...query, ...periodOf(query) }),
)
