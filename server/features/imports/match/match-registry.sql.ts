import type { Tx } from '../../../db/connection.ts'
import { shareEqually } from './equal-shares.sql.ts'
import { askHomonyms } from './homonyms-of-office.sql.ts'
import { knownAccounts, knownSubjects, planForMany } from './match-rows.sql.ts'
import { mergedRowsOf, rightRows, unitWeight } from './merged-rows.sql.ts'
import { askNewHolders } from './new-holders.sql.ts'
import { refuseOtherNames } from './other-names.sql.ts'
import { askSamePeople } from './people-of-office.sql.ts'
import type { PeopleAnswers } from './people-questions.ts'
import { askRepeatedOpenings } from './repeated-openings.sql.ts'
import { refuseTooManyShares } from './shares-with-saldo.sql.ts'
import { askSimilarUnits } from './similar-units.sql.ts'

/**
 * Matches the rows of a registry with existing records: condominiums and people as for bills, units by staircase and
 * number, rights by unit, person and kind. Also computes what the rows would change (`import_changes`); an empty cell
 * changes nothing. Runs before the preview and again, under a lock, before writing. Each run starts afresh, and
 * rewrites only rows whose result differs.
 */
export async function matchRegistry(tx: Tx, import_id: number): Promise<void> {
  await planForMany(tx)
  await tx`delete from import_changes where import_id = ${import_id}`
  await findRecords(tx, import_id)
  await refuseOtherNames(tx, import_id, rightRows(tx, import_id))
  await askAboutPeople(tx, import_id)
  await changesOfSubjects(tx, import_id)
  await changesOfUnits(tx, import_id)
  await changesOfRights(tx, import_id)
  await changesOfWeights(tx, import_id)
  await settleStatus(tx, import_id)
}

/** Finds what must be asked about people, and applies what was answered. */
async function askAboutPeople(tx: Tx, import_id: number): Promise<void> {
  const [stored] = await tx<{ people_answers: PeopleAnswers }[]>`
    select people_answers from imports where import_id = ${import_id}`
  const answers = stored?.people_answers ?? {}
  const units = await askSimilarUnits(tx, import_id, answers)
  const fresh = await askSamePeople(tx, import_id, answers)
  const questions = [
    ...units.questions,
    ...fresh.questions,
    ...(await askHomonyms(tx, import_id, answers, [...fresh.rows, ...units.open])),
    ...(await askNewHolders(tx, import_id, answers)),
    ...(await askRepeatedOpenings(tx, import_id, answers)),
  ]
  await shareEqually(tx, import_id)
  await refuseTooManyShares(tx, import_id)
  await tx`update imports set people_questions = ${tx.json(questions)} where import_id = ${import_id}`
}

/**
 * Finds the records that the rows are about. Of several people with the row's name, the one who has the row's unit counts.
 * A balance is imported once: it has become a bill or a credit, which people manage.
 */
async function findRecords(tx: Tx, import_id: number): Promise<void> {
  await tx`
    with ${knownAccounts(tx, import_id)}, ${knownSubjects(tx, import_id)}, people_of_units as materialized (
      select h.unit_id, fold(x.nominative) as name, min(h.subject_id) as subject_id
      from right_holders h join subjects x on x.customer_id = h.customer_id and x.subject_id = h.subject_id
      where h.account_id in (select account_id from known_accounts)
      group by 1, 2
    )
    update import_rows r
    set account_id = f.account_id, subject_id = f.subject_id, unit_id = f.unit_id, right_holder_id = f.right_holder_id,
      opening = f.opening, issues = f.issues
    from (
      select r.row_id, a.account_id, coalesce(p.subject_id, s.subject_id) as subject_id, u.unit_id, h.right_holder_id,
        r.amount <> 0 and o.amount is null as opening,
        jsonb_path_query_array(r.issues, '$[*] ? (@.code != "opening_kept")')
          || case when o.amount <> r.amount and (r.amount <> 0 or r.candidate ? 'opening_zero') then ${openingKept(tx)} else '[]' end as issues
      from import_rows r
      left join known_accounts a on a.account_key = r.account_key
      left join known_subjects s on s.subject_key = r.subject_key
      left join units u on u.account_id = a.account_id and u.unit_key = r.unit_key
      left join people_of_units p on p.unit_id = u.unit_id and p.name = fold(r.candidate->>'holder')
        and not r.candidate ? 'fiscal_code'
      left join right_holders h on h.unit_id = u.unit_id and h.subject_id = coalesce(p.subject_id, s.subject_id)
        and h.right_kind = r.candidate->>'right_kind' and (h.until is null or h.until = (r.candidate->>'until')::date)
      left join opening_balances o on o.unit_id = u.unit_id and o.subject_id = coalesce(p.subject_id, s.subject_id)
        and o.right_kind = r.candidate->>'right_kind'
      where ${rightRows(tx, import_id)}
    ) f
    where r.row_id = f.row_id
      and (r.account_id, r.subject_id, r.unit_id, r.right_holder_id, r.opening, r.issues)
        is distinct from (f.account_id, f.subject_id, f.unit_id, f.right_holder_id, f.opening, f.issues)`
}

const openingKept = (tx: Tx) => tx`jsonb_build_array(jsonb_build_object(
  'ref', null, 'header', null, 'value', '', 'code', 'opening_kept',
  'message', 'Il saldo precedente di questa persona è già stato importato con un altro importo: resta quello.'))`

async function changesOfSubjects(tx: Tx, import_id: number): Promise<void> {
  const said = mergedRowsOf(tx, import_id, 'subject_id', {
    fiscal_code: 'fiscal_code',
    email: 'email',
    pec: 'pec',
    phone: 'phone',
    address: 'address',
    zip_code: 'zip_code',
    city: 'city',
    prov: 'province',
  })
  // An address may be written in one, or with its number apart: the same street is no change.
  await tx`
    insert into import_changes (customer_id, import_id, noun, record_id, row_id, before, after)
    select s.customer_id, ${import_id}, 'subjects', s.subject_id, w.row_id, d.before, d.after
    from (${said}) w
    join subjects s on s.subject_id = w.subject_id
    cross join lateral (
      select jsonb_object_agg(e.key, to_jsonb(s) -> e.key)
          || case when bool_or(e.key = 'address') then jsonb_build_object('house_number', s.house_number) else '{}' end as before,
        jsonb_object_agg(e.key, e.value)
          || case when bool_or(e.key = 'address') then '{"house_number": null}'::jsonb else '{}' end as after
      from jsonb_each(w.said) e
      where (to_jsonb(s) -> e.key) is distinct from e.value
        and not (e.key = 'address' and concat_ws(' ', s.address, s.house_number) = e.value #>> '{}')
    ) d
    where d.after is not null`
}

async function changesOfUnits(tx: Tx, import_id: number): Promise<void> {
  const said = mergedRowsOf(tx, import_id, 'unit_id', {
    use: 'use',
    floor: 'floor',
    cadastral_sheet: 'cadastral_sheet',
    cadastral_parcel: 'cadastral_parcel',
    cadastral_subunit: 'cadastral_subunit',
    cadastral_category: 'cadastral_category',
  })
  await tx`
    insert into import_changes (customer_id, import_id, noun, record_id, row_id, before, after)
    select u.customer_id, ${import_id}, 'units', u.unit_id, w.row_id, d.before, d.after
    from (${said}) w
    join units u on u.unit_id = w.unit_id
    cross join lateral (
      select jsonb_object_agg(e.key, to_jsonb(u) -> e.key) as before, jsonb_object_agg(e.key, e.value) as after
      from jsonb_each(w.said) e where (to_jsonb(u) -> e.key) is distinct from e.value
    ) d
    where d.after is not null`
}

/** A share changes as a whole, so that both its numbers can be shown. */
async function changesOfRights(tx: Tx, import_id: number): Promise<void> {
  const said = mergedRowsOf(tx, import_id, 'right_holder_id', {
    share_numerator: 'share_numerator',
    share_denominator: 'share_denominator',
    since: 'since',
    until: 'until',
    pays: 'pays',
  })
  await tx`
    insert into import_changes (customer_id, import_id, noun, record_id, row_id, before, after)
    select h.customer_id, ${import_id}, 'right_holders', h.right_holder_id, w.row_id, d.before, d.after
    from (${said}) w
    join right_holders h on h.right_holder_id = w.right_holder_id
    cross join lateral (
      select jsonb_object_agg(e.key, to_jsonb(h) -> e.key) as before, jsonb_object_agg(e.key, e.value) as after
      from jsonb_each(w.said) e where (to_jsonb(h) -> e.key) is distinct from e.value
        or (e.key like 'share_%' and not to_jsonb(h) @> jsonb_strip_nulls(jsonb_build_object(
          'share_numerator', w.said->'share_numerator', 'share_denominator', w.said->'share_denominator')))
    ) d
    where d.after is not null`
}

/** The changes of weights: the record is the unit, and the keys are the tables' names in the sheet. */
async function changesOfWeights(tx: Tx, import_id: number): Promise<void> {
  await tx`
    insert into import_changes (customer_id, import_id, noun, record_id, row_id, before, after)
    select u.customer_id, ${import_id}, 'weights', s.unit_id, min(s.row_id),
      jsonb_object_agg(s.name, k.weight), jsonb_object_agg(s.name, s.weight)
    from (
      select r.unit_id, r.account_id, w.key as name, fold(w.key) as name_key, min(r.row_id) as row_id,
        ${unitWeight(tx, tx`r.candidate ? 'weights_add'`)} as weight
      from import_rows r, jsonb_each(r.candidate->'weights') w
      where ${rightRows(tx, import_id)} and r.unit_id is not null
      group by 1, 2, 3, 4
    ) s
    join units u on u.unit_id = s.unit_id
    left join (
      select x.unit_id, t.name_key, x.weight from weights x join weight_tables t using (weight_table_id)
      where t.account_id in (select account_id from import_rows where import_id = ${import_id})
    ) k on k.unit_id = s.unit_id and k.name_key = s.name_key
    where s.weight is distinct from k.weight
    group by u.customer_id, s.unit_id`
}

const settleStatus = (tx: Tx, import_id: number) => tx`
  update import_rows r set status = s.status
  from (
    select r.row_id, case
      when r.right_holder_id is null then 'new'
      when r.opening or c.row_id is not null then 'changed'
      else 'same' end as status
    from import_rows r
    left join (select distinct row_id from import_changes where import_id = ${import_id}) c on c.row_id = r.row_id
    where ${rightRows(tx, import_id)}
  ) s
  where r.row_id = s.row_id and r.status <> s.status`
