/** A bug that the product once had, injected into its database, and acts that trigger it. */
export type KnownBug = {
  name: string
  sql: string
  acts: string[]
  /** What the accountant must report; by default anything. */
  says?: RegExp
  /** The office has its own account at the provider. */
  connected?: boolean
  /** How many sequences run with it; eight by default. */
  sequences?: number
  /** When the calendar begins. */
  begins?: string
}

/** Gives ledger entries another day, as a bug that rewrites the past. */
const dated = (name: string, when: string, day: string): string => `
  create function ${name}() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    if ${when} then new.day := ${day}; end if;
    return new;
  end $$;
  create trigger ${name} before insert on ledger_entries for each row execute function ${name}();`

/** Replaces a view: with one more condition, or a changed column. */
const rewritten = (view: string, columns: string, also: string): string => `
  do $put$
  declare
    definition text := rtrim(pg_get_viewdef('${view}'::regclass), ';');
    names text;
  begin
    select string_agg(${columns}, ', ' order by ordinal_position) into names
    from information_schema.columns where table_schema = 'public' and table_name = '${view}';
    execute format('create or replace view ${view} as select %s from (%s) v ${also.replaceAll("'", "''")}', names, definition);
  end $put$`

const paidThenRefunded = ['bill', 'card', 'refund, whole', 'transfer, part', 'cancel', 'cancel', 'cancel']
const noted = [
  'bill',
  'bill',
  'transfer, part',
  'credit note, part',
  'credit note, part',
  'credit note, whole',
]

export const knownBugs: KnownBug[] = [
  {
    name: 'the second credit note of a year has the first one’s number',
    sql: `
      create function always_the_first() returns trigger language plpgsql as $$
      begin
        new.number := regexp_replace(new.number, '[0-9]+$', '000001');
        return new;
      end $$;
      create trigger always_the_first before insert on credit_notes for each row execute function always_the_first()`,
    acts: noted,
  },
  {
    name: 'what was once refunded stays refunded, and is cancelled with money in it',
    sql: `
      alter table bills drop constraint cancelled_holds_no_money;
      create or replace function bill_phase(status text, disputed boolean, amount bigint, settled bigint, pending bigint,
        returned bigint, refunded bigint) returns text language sql immutable parallel safe
        return case when status <> 'issued' then status when disputed then 'disputed' when pending > 0 then 'pending'
          when settled >= amount then 'paid' when refunded > 0 then 'refunded' when returned > 0 then 'returned'
          when settled > 0 then 'partly_paid' else 'open' end`,
    acts: paidThenRefunded,
  },
  {
    name: 'what comes back reopens nothing',
    sql: `
      create function never_less() returns trigger language plpgsql as $$
      begin
        new.settled := greatest(new.settled, old.settled);
        return new;
      end $$;
      create trigger a_never_less before update of settled on bill_instalments for each row execute function never_less()`,
    acts: ['bill', 'bill', 'card', 'dispute', 'dispute lost', 'card', 'refund, part'],
  },
  {
    name: 'a note, a cancellation or a change is dated like its bill',
    sql: dated(
      'as_if_never_asked',
      "new.kind in ('credit_note', 'cancellation', 'amendment')",
      '(select issue_date from bills where bill_id = new.bill_id)',
    ),
    acts: ['bill', 'bill', 'bill', 'amend', 'cancel', 'credit note, part', 'credit note, whole'],
  },
  {
    name: 'a refund lowers what was collected on the payment’s day',
    sql: dated(
      'as_if_never_paid',
      "new.kind in ('refund', 'return', 'dispute_lost')",
      `(select (settled_at at time zone 'Europe/Rome')::date from payments where payment_id = new.payment_id)`,
    ),
    acts: [
      'bill',
      'bill',
      'card',
      'card',
      'transfer, exact',
      'refund, part',
      'refund, whole',
      'refund, part',
    ],
  },
  {
    name: 'the day on which a transfer was given back is not used',
    sql: dated('always_today', "new.kind = 'refund'", 'today()'),
    acts: [
      'bill',
      'transfer, exact',
      'bill',
      'transfer, part',
      'refund, part',
      'refund, part',
      'refund, whole',
    ],
  },
  {
    name: 'a transfer counts on the day on which it was registered',
    sql: dated('when_registered', "new.kind = 'collection'", 'today()'),
    acts: ['bill', 'bill', 'transfer, part', 'transfer, exact', 'transfer, surplus', 'transfer, part'],
  },
  {
    name: 'what was returned, refunded, disputed or is under way is never overdue',
    sql: rewritten(
      'owed_instalments',
      'column_name',
      "where exists (select from bills b where b.bill_id = v.bill_id and b.phase in ('open', 'partly_paid'))",
    ),
    acts: [
      'bill',
      'bill',
      'card',
      'refund, whole',
      'SEPA debit comes back',
      'bill',
      'card',
      'dispute',
      'SEPA debit',
    ],
  },
  {
    name: 'what banks take back is left out of the footer',
    sql: rewritten(
      'money_lines',
      "case column_name when 'taken_back' then '0::bigint as taken_back' else column_name end",
      '',
    ),
    acts: ['bill', 'card', 'dispute', 'bill', 'card', 'SEPA debit comes back', 'dispute', 'dispute lost'],
  },
  {
    name: 'a bill is cancelled, made again or credited around its plan',
    sql: 'create policy nobody_sees_plans on plan_bills as restrictive for select to saldo_customer using (false)',
    acts: [
      'bill',
      'bill',
      'bill',
      'plan proposed',
      'plan accepted',
      'around a plan',
      'around a plan',
      'around a plan',
    ],
    says: /changing a bill around its plan|accepting a plan/,
  },
  {
    name: 'a certificate says regular of somebody whose debit came back',
    sql: `
      create function all_is_well() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        if exists (select from bills b where b.customer_id = new.customer_id and b.subject_id = new.subject_id
            and b.account_id = new.account_id and b.returned > 0) then
          new.certified := new.certified || '{"overdue": 0, "regular": true}';
        end if;
        return new;
      end $$;
      create trigger all_is_well before insert on certificates for each row execute function all_is_well()`,
    acts: ['bill', 'SEPA debit comes back', 'bill', 'SEPA debit comes back'],
    says: /^certificate of/,
  },
  {
    name: 'what banks take back is not taken back from the office’s own account',
    sql: `
      create function ask_nobody() returns trigger language plpgsql as $$
      begin
        new.asking := 0;
        return new;
      end $$;
      create trigger ask_nobody before insert on transfer_recoveries for each row execute function ask_nobody()`,
    acts: ['bill', 'card', 'dispute', 'bill', 'SEPA debit comes back'],
    connected: true,
    says: /owed by the office|ledger, (office_debt|platform)/,
  },
  {
    name: 'a credit that is used counts as money collected',
    sql: rewritten(
      'money_lines',
      `case column_name when 'gross' then 'case when v.credit > 0 and exists (select from ledger_entries e
        where e.customer_id = v.customer_id and e.entry_id = v.entry_id and e.kind = ''credit_used'') then 0::bigint
        else v.gross end as gross' else column_name::text end`,
      '',
    ),
    acts: ['bill', 'transfer, surplus', 'bill', 'use of credit', 'bill', 'use of credit'],
    says: /collected|gross/,
  },
  {
    name: 'on 1 January what earlier years left is gone',
    sql: `
      create function public.date_trunc(text, date) returns timestamptz language sql stable
        return case when $1 = 'year' then timestamptz '2000-01-01'
          else pg_catalog.date_trunc($1, $2::timestamp) at time zone 'Europe/Rome' end`,
    acts: ['bill', 'bill', 'bill'],
    begins: '2025-12-28T09:00:00Z',
    says: /of earlier years/,
  },
  {
    name: 'interest is lost when the principal is paid late',
    sql: 'create policy nobody_knows_when on payment_bills as restrictive for select to saldo_customer using (false)',
    acts: [
      ...['interest rule', 'interest rule', 'interest rule', 'bill', 'bill', 'draft'],
      ...['draft', 'draft', 'draft', 'draft', 'transfer, exact', 'transfer, exact'],
    ],
    // Some of them must be due early enough to become overdue.
    sequences: 24,
    says: /interest (accrued|claimable)/,
  },
  {
    name: 'who pays, where owner and tenant are both said to, is decided in silence',
    sql: `
      create function owners_alone() returns trigger language plpgsql as $$
      begin
        if new.right_kind = 'tenant' then new.pays := false; end if;
        return new;
      end $$;
      create trigger owners_alone before insert or update on right_holders for each row execute function owners_alone()`,
    acts: [
      ...['bill', 'bill', 'bill', 'bill', 'bill', 'tenant moves in', 'tenant moves in'],
      ...['budget issued', 'budget issued', 'budget issued'],
    ],
    says: /without the tenant’s part/,
  },
]
