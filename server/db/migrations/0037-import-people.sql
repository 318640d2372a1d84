/* A registry may name somebody who is perhaps a person of the office already, or a new owner of a unit that has one: the
   import asks. `people_questions` are found while the rows are matched, `people_answers` what the person said. */

alter table imports
  add column people_questions jsonb not null default '[]',
  add column people_answers jsonb not null default '{}';
