/* Interest counts on what was unpaid day by day, and lateness from the working day to which a Sunday or holiday moves a due
   date. */

-- The domain's easterOf, isItalianHoliday and nextWorkingDay; a test holds them equal.
create function easter_of(of_year integer) returns date language sql immutable parallel safe
  return (
    with a as (select of_year % 19 as golden, of_year / 100 as century, of_year % 100 as in_century),
    m as (select a.*, (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30 as moon from a),
    s as (select m.*, (32 + 2 * (century % 4) + 2 * (in_century / 4) - moon - in_century % 4) % 7 as sunday from m),
    c as (select moon + sunday - 7 * ((golden + 11 * moon + 22 * sunday) / 451) + 114 as count from s)
    select make_date(of_year, c.count / 31, c.count % 31 + 1) from c);

create function is_italian_holiday(day date) returns boolean language sql immutable parallel safe
  return case
    when extract(isodow from day) = 7 then true
    when extract(isodow from day) = 1 and extract(month from day) in (3, 4)
      and day = easter_of(extract(year from day)::integer) + 1 then true
    else case extract(month from day) * 100 + extract(day from day)
      when 101 then true
      when 106 then extract(year from day) >= 1986
      when 317 then extract(year from day) = 2011
      when 425 then true
      when 501 then true
      when 602 then extract(year from day) >= 2001
      when 815 then true
      when 1004 then extract(year from day) >= 2026
      when 1101 then true
      when 1208 then true
      when 1225 then true
      when 1226 then true
      else false
    end
  end;

-- No more than three holidays follow one another.
create function next_working_day(day date) returns date language sql immutable parallel safe
  return case
    when not is_italian_holiday(day) then day
    when not is_italian_holiday(day + 1) then day + 1
    when not is_italian_holiday(day + 2) then day + 2
    else day + 3
  end;

-- The rule a claim was made at: days that were asked for are not asked anew when the rule changes. Null: claims of before.
alter table late_interest_charges
  add column kind text check (kind in ('legal', 'agreed')),
  add column agreed_bps integer check (agreed_bps between 1 and 1000),
  add constraint a_claim_says_its_rate check ((kind is not distinct from 'agreed') = (agreed_bps is not null));

-- What of a bill was not paid when its plan lapsed or was withdrawn: the rest had been paid by the plan's own days. Cents.
alter table plan_bills add column unpaid_at_end bigint check (unpaid_at_end >= 0);

-- Art. 1194 c.c.: money that nobody gave a purpose pays interest first, unless the creditor agrees to principal first.
alter table customers add column interest_first boolean not null default false;
grant update (interest_first) on customers to saldo_customer;
alter table payment_allocations
  drop constraint payment_allocations_rule_check,
  add constraint payment_allocations_rule_check check (rule in (
    'named', 'oldest', 'interest_first', 'manual', 'refund', 'refund_failed', 'return', 'dispute'));
