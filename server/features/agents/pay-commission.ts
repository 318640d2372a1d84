import * as contract from '@saldo/contract/reports/agents'
import { formatDate, today } from '@saldo/domain/dates'
import { formatMonth, lastDayOf } from '@saldo/domain/payments/commissions'
import { badInput, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { commissionMonth } from './commission-months.ts'
import { statementsOf } from './commissions.sql.ts'
import { lockAgent } from './lock-agent.ts'

/** Records that a commission was paid by bank: when and how. The agent is locked, so it is paid once. */
export const payCommission = serve(
  contract.payCommission,
  async ({ tx, body: { agent_id, month, paid_on, reference } }) => {
    const agent = await lockAgent(tx, agent_id)
    const [statement] = await statementsOf(tx, agent_id, [month])
    if (!statement) throw conflict('not_closed', `${formatMonth(month)} non è ancora chiuso: prima chiudilo.`)
    if (statement.commission_cents === 0)
      throw conflict('nothing_to_pay', `Per ${formatMonth(month)} a ${agent.name} non spetta niente.`)
    if (statement.status === 'paid') {
      if (statement.paid_on === paid_on && statement.reference === reference)
        return commissionMonth(tx, agent_id, month)
      throw conflict(
        'already_paid',
        `È già segnata come pagata il ${formatDate(statement.paid_on as string)} con “${statement.reference}”.`,
      )
    }
    if (paid_on > today())
      throw badInput({ paid_on: 'Scrivi quando l’hai pagata: non può essere nel futuro.' })
    if (paid_on <= lastDayOf(month))
      throw badInput({
        paid_on: `Il mese è finito il ${formatDate(lastDayOf(month))}: scegli un giorno dopo.`,
      })
    await tx`
      update commission_statements set status = 'paid', paid_on = ${paid_on}, reference = ${reference}
      where statement_id = ${statement.statement_id}`
    return commissionMonth(tx, agent_id, month)
  },
)
