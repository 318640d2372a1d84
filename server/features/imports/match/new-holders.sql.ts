import { addDays, type Day, formatDate, isDay } from '@saldo/domain/dates'
import { type RightKind, rightNames } from '@saldo/domain/right-holder'
import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'
import type { PeopleAnswers, PeopleQuestion } from './people-questions.ts'

type Holder = {
  right_holder_id: number
  name: string
  since: Day | null
  numerator: number
  denominator: number
}
type Newcomer = {
  row_id: number
  name: string
  since: Day | null
  /** The fraction of the share that the file states; null when it states none. */
  numerator: number | null
  denominator: number | null
}
type Unit = {
  unit_id: number
  customer_id: number
  unit: string
  account: string
  right_kind: RightKind
  holders: Holder[]
  newcomers: Newcomer[]
}

/**
 * Asks about people whom the file adds beside others who have the same right in the unit and whom it does not name: a buyer
 * may join the seller or take their place. An answer is applied to the rows and to the rights of before.
 */
export async function askNewHolders(
  tx: Tx,
  import_id: number,
  answers: PeopleAnswers,
): Promise<PeopleQuestion[]> {
  const units = await unitsWithNewcomers(tx, import_id)
  const forAll = answers[FOR_ALL]
  // An answer for all units goes on counting when rows that were left out leave only one.
  const all = units.length > 1 || (units.length > 0 && forAll && forAll !== EACH) ? [aboutAll(units)] : []
  const answerFor = (unit: Unit) => (forAll && forAll !== EACH ? forAll : answers[questionOf(unit)])
  for (const unit of units) await apply(tx, import_id, unit, answerFor(unit))
  const each = all.length === 0 || forAll === EACH ? units.map(aboutUnit) : []
  return [...all, ...each]
}

const FOR_ALL = 'joins:all'
const EACH = 'each'
const questionOf = ({ unit_id, right_kind }: Unit) => `joins:${unit_id}:${right_kind}`

function aboutUnit(unit: Unit): PeopleQuestion {
  const [before, now] = [namesOf(unit.holders), namesOf(unit.newcomers)]
  const role = rightNames[unit.right_kind].toLowerCase()
  return {
    question: questionOf(unit),
    text: `${unit.unit} (${unit.account}): in Saldo c’è ${before} (${role}), nel foglio c’è invece ${now}. Si aggiunge o prende il suo posto?`,
    options: [
      {
        value: 'joins',
        label: 'Si aggiunge',
        detail: `${before} e ${now} hanno insieme questo diritto${sharesAfter(unit)}`,
      },
      ...takesSince(unit),
      { value: 'keep', label: 'Resta com’è in Saldo', detail: 'la riga del foglio resta fuori' },
    ],
    free: 'takeover',
    proposal: null,
  }
}

/** The day that the file itself says. */
function takesSince({ newcomers }: Unit): PeopleQuestion['options'] {
  const [since, ...more] = new Set(newcomers.map((each) => each.since))
  if (!since || more.length > 0) return []
  return [
    {
      value: `takes:${since}`,
      label: `Prende il suo posto dal ${formatDate(since)}`,
      detail: 'il giorno scritto nel foglio',
    },
  ]
}

function aboutAll(units: readonly Unit[]): PeopleQuestion {
  return {
    question: FOR_ALL,
    text: `In ${units.length === 1 ? 'un’unità' : `${units.length} unità`} il foglio ha persone diverse da quelle in Saldo: si aggiungono o prendono il loro posto?`,
    options: [
      { value: EACH, label: 'Lo dico unità per unità', detail: null },
      { value: 'joins', label: 'In tutte si aggiungono', detail: null },
      { value: 'keep', label: 'Resta tutto com’è in Saldo', detail: 'le righe del foglio restano fuori' },
    ],
    free: 'takeover',
    proposal: EACH,
  }
}

const namesOf = (people: readonly { name: string }[]): string =>
  [...new Set(people.map(({ name }) => name))].join(', ')

async function apply(tx: Tx, import_id: number, unit: Unit, answer: string | undefined): Promise<void> {
  const day = /^takes:(.+)$/.exec(answer ?? '')?.[1]
  if (answer === 'keep') await leaveOut(tx, unit)
  else if (answer === 'joins') await join(tx, import_id, unit)
  else if (day && isDay(day)) await takePlace(tx, import_id, unit, day)
}

const leaveOut = (tx: Tx, { newcomers }: Unit) =>
  tx`update import_rows set status = 'left_out' where row_id = any(${idsOf(newcomers)})`

type Join =
  | { kind: 'as_written' }
  | { kind: 'equal' }
  | { kind: 'rest'; numerator: number; denominator: number }
  | { kind: 'unclear' }

/**
 * The shares when people join. Stated ones that fit beside those of before stay as written; one person who had the whole
 * keeps the rest. Without any statement shares are presumed equal (art. 1101 c.c.) where they were so before.
 */
function sharesOfJoin({ right_kind, holders, newcomers }: Unit): Join {
  if (right_kind === 'tenant') return { kind: 'as_written' }
  const [first] = holders
  const isEqual = holders.every(
    ({ numerator, denominator }) =>
      numerator === first?.numerator &&
      denominator === first.denominator &&
      (numerator === denominator || numerator * holders.length === denominator),
  )
  const stated = newcomers.flatMap(({ numerator, denominator }) =>
    numerator !== null && denominator !== null ? [{ numerator, denominator }] : [],
  )
  if (stated.length === 0) return { kind: isEqual ? 'equal' : 'unclear' }
  if (stated.length < newcomers.length) return { kind: 'unclear' }
  const denominator = stated.reduce((product, share) => product * share.denominator, 1)
  const joined = stated.reduce((sum, share) => sum + (share.numerator * denominator) / share.denominator, 0)
  const before = holders.reduce((sum, share) => sum + share.numerator / share.denominator, 0)
  if (before + joined / denominator <= 1.0005) return { kind: 'as_written' }
  const isWhole = holders.length === 1 && first?.numerator === first?.denominator
  const rest = denominator - joined
  return isWhole && rest > 0 && denominator < 1_000_000
    ? { kind: 'rest', numerator: rest, denominator }
    : { kind: 'unclear' }
}

/** What joining does to the shares, in words. */
function sharesAfter(unit: Unit): string {
  const join = sharesOfJoin(unit)
  if (join.kind === 'equal') return ', in parti uguali'
  if (join.kind === 'rest') return `; a ${namesOf(unit.holders)} resta ${join.numerator}/${join.denominator}`
  return join.kind === 'unclear' ? ': prima scrivi nel foglio le quote di tutti' : ''
}

async function join(tx: Tx, import_id: number, unit: Unit): Promise<void> {
  const { holders, newcomers, customer_id } = unit
  const how = sharesOfJoin(unit)
  if (how.kind === 'unclear') return refuseShares(tx, unit)
  const people = holders.length + newcomers.length
  if (how.kind === 'equal')
    await tx`
      update import_rows set candidate = candidate || ${tx.json({ share_numerator: 1, share_denominator: people, share_presumed: true })}
      where row_id = any(${idsOf(newcomers)})`
  if (how.kind === 'as_written') return
  const [share_numerator, share_denominator] =
    how.kind === 'equal' ? [1, people] : [how.numerator, how.denominator]
  for (const { right_holder_id } of holders)
    await change(tx, import_id, customer_id, right_holder_id, newcomers, {
      share_numerator,
      share_denominator,
    })
}

function refuseShares(tx: Tx, { holders, newcomers }: Unit) {
  const message = `Con ${namesOf(holders)} le quote non fanno l’intero: scrivi nel foglio le quote di tutti, o lascia fuori la riga.`
  return wrong(tx, newcomers, { value: '', code: 'share', message })
}

const wrong = async (
  tx: Tx,
  newcomers: readonly Newcomer[],
  issue: { value: string; code: string; message: string },
): Promise<void> => {
  await tx`
    update import_rows
    set status = 'error', issues = ${tx.json([{ ref: null, header: null, ...issue }])}::jsonb || issues
    where row_id = any(${idsOf(newcomers)})`
}

/** As on the unit's page: the right of before ends the day before, and the new one has its share and who pays. */
async function takePlace(tx: Tx, import_id: number, unit: Unit, day: Day): Promise<void> {
  const { holders, newcomers, customer_id } = unit
  if (holders.some(({ since }) => since !== null && day <= since)) {
    const message = `Il diritto di ${namesOf(holders)} comincia il ${formatDate(holders[0]?.since ?? day)} o dopo: scegli un giorno successivo.`
    return wrong(tx, newcomers, { value: formatDate(day), code: 'other_holder', message })
  }
  const [only, ...others] = holders
  const single = only && others.length === 0 && newcomers.length === 1
  await tx`
    update import_rows r set candidate = case when ${single ?? false} then (
        select jsonb_build_object('share_numerator', h.share_numerator, 'share_denominator', h.share_denominator, 'pays', h.pays)
        from right_holders h where h.right_holder_id = ${only?.right_holder_id ?? null}) else '{}' end || r.candidate || jsonb_build_object('since', ${day}::text)
    where row_id = any(${idsOf(newcomers)})`
  for (const { right_holder_id } of holders)
    await change(tx, import_id, customer_id, right_holder_id, newcomers, { until: addDays(day, -1) })
}

/** A change of a right that is there, shown with the row that causes it and taken back by undoing. */
const change = (
  tx: Tx,
  import_id: number,
  customer_id: number,
  right_holder_id: number,
  newcomers: readonly Newcomer[],
  after: Record<string, string | number>,
) => tx`
  insert into import_changes (customer_id, import_id, noun, record_id, row_id, before, after)
  select ${customer_id}, ${import_id}, 'right_holders', h.right_holder_id, ${newcomers[0]?.row_id ?? null},
    (select jsonb_object_agg(key, to_jsonb(h) -> key) from jsonb_object_keys(${tx.json(after)}) key), ${tx.json(after)}
  from right_holders h where h.right_holder_id = ${right_holder_id}`

const idsOf = (rows: readonly Newcomer[]) => rows.map(({ row_id }) => row_id)

const unitsWithNewcomers = (tx: Tx, import_id: number) => tx<Unit[]>`
  select u.unit_id, u.customer_id, u.name as unit, a.name as account, h.right_kind,
    jsonb_agg(distinct jsonb_build_object('right_holder_id', h.right_holder_id, 'name', s.nominative, 'since', h.since,
      'numerator', h.share_numerator, 'denominator', h.share_denominator)) as holders,
    jsonb_agg(distinct jsonb_build_object('row_id', r.row_id, 'name', r.candidate->>'holder', 'since', r.candidate->>'since',
      'numerator', case when not r.candidate ? 'share_presumed' then r.candidate->'share_numerator' end,
      'denominator', case when not r.candidate ? 'share_presumed' then r.candidate->'share_denominator' end)) as newcomers
  from import_rows r
  join units u on u.unit_id = r.unit_id
  join accounts a on a.account_id = u.account_id
  join right_holders h on h.unit_id = r.unit_id and h.right_kind = r.candidate->>'right_kind' and h.until is null
  join subjects s on s.customer_id = h.customer_id and s.subject_id = h.subject_id
  where ${rightRows(tx, import_id)} and r.right_holder_id is null and r.candidate->>'until' is null
    and not exists (
      select from import_rows named
      where named.import_id = ${import_id} and named.right_holder_id = h.right_holder_id)
  group by u.unit_id, u.customer_id, u.name, a.name, h.right_kind
  order by u.unit_id`
