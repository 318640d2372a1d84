import { randomUUID } from 'node:crypto'
import type { AlarmNews } from '@saldo/domain/operations/alarm'
import { checkStateWords, unknownMeans, wordsOfCheck } from '@saldo/domain/operations/checks'
import { figureWords } from '@saldo/domain/operations/figure-words'
import type { Tx } from '../../../db/connection.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { notifyBackOffice } from '../../messages/notify-users.ts'
import type { Found } from '../checks/run-checks.ts'
import { alarmAddresses } from './alarm-addresses.ts'

export type Told = Found & { news: AlarmNews }

/** The page of all checks. */
export const operationsPage = '/admin-management/operazioni'

/**
 * Tells the back office: one message in the product, one mail to each address, and a line in the log, which is there also
 * when neither database nor mail is.
 */
export async function tellOf(services: Services, tx: Tx, told: readonly Told[]): Promise<void> {
  for (const { code, state, news } of told)
    services.log[news === 'recovered' ? 'info' : 'error']({ check: code, state, news }, 'operations alarm')
  const key = randomUUID()
  const title = titleOf(told)
  await notifyBackOffice(services, tx, {
    kind: 'operations',
    title,
    body: told
      .map((each) => `${headOf(each)}. ${meaningOf(each)}`)
      .join('\n')
      .slice(0, 2000),
    link: operationsPage,
    dedupe_key: `operations:${key}`,
  })
  const mailed = told.filter(isWorthMailing)
  if (mailed.length === 0) return
  for (const to of await alarmAddresses(services, tx))
    await mailAlarm(services, tx, mailed, to, `operations:${key}:${to}`)
}

async function mailAlarm(
  services: Services,
  tx: Tx,
  mailed: readonly Told[],
  to: string,
  dedupe_key: string,
) {
  await tx`savepoint mailing`
  try {
    await queueEmail(services, tx, {
      template: 'operations-alarm',
      to,
      ...{ customer_id: null, bill_id: null },
      dedupe_key,
      values: {
        title: titleOf(mailed),
        who_writes:
          'Saldo scrive a chi lo tiene in funzione: una volta quando qualcosa si guasta, una quando è passato.',
        about_saldo: 'Gli indirizzi di questi avvisi sono in ALARM_EMAIL, o quelli del backoffice.',
        checks: mailed.map((each) => ({ head: headOf(each), what: meaningOf(each), todo: todoOf(each) })),
        url: `${services.env.PUBLIC_URL}/#${operationsPage}`,
      },
    })
    await tx`release savepoint mailing`
  } catch (error) {
    // The message in the product and the other mails stay: what is broken with this one must not keep them back.
    await tx`rollback to savepoint mailing`
    services.log.error({ err: error }, 'the mail of an alarm could not be written')
  }
}

/** A mail that says that mails do not leave would arrive when they do again. */
const isWorthMailing = ({ code, news }: Told) =>
  news === 'recovered' || !(code === 'mail_server' || code === 'mail_faults' || code === 'mails_waiting')

function titleOf(told: readonly Told[]): string {
  const bad = told.filter(({ news }) => news !== 'recovered')
  const [first, ...others] = bad.length > 0 ? bad : told
  if (!first) return ''
  const more =
    others.length === 0
      ? ''
      : others.length === 1
        ? ' e un altro controllo'
        : ` e altri ${others.length} controlli`
  return `${headOf(first)}${more}`
}

const headOf = ({ code, state, news }: Told) =>
  `${wordsOfCheck(code).name}: ${news === 'recovered' ? 'di nuovo a posto' : checkStateWords[state].toLowerCase()}`

function meaningOf({ code, state, news, figure = null, why }: Told): string {
  const { unit, of, means } = wordsOfCheck(code)
  if (news === 'recovered') return 'Il problema è passato.'
  if (state === 'unknown') return [unknownMeans, why].filter(Boolean).join(' ')
  const said = figureWords(unit, figure)
  return [means, why, said && `Ora: ${[said, of].filter(Boolean).join(' ')}.`].filter(Boolean).join(' ')
}

const todoOf = ({ code, news }: Told) =>
  news === 'recovered' ? 'Non devi fare niente.' : wordsOfCheck(code).todo
