import { expect, it } from 'vitest'
import { type Fitness, unfit } from './refuse-unfit-database.ts'

const fit: Fitness = {
  ...{ database: 'saldo', user: 'saldo', version: '16.1', version_num: 160_001, encoding: 'UTF8' },
  ...{ may_create_roles: true, is_new: true, may_create_schemas: true, owns_schema: true },
}

it.each<[string, Partial<Fitness>]>([
  ['PostgreSQL 16', {}],
  ['a newer one', { version: '18.0', version_num: 180_000 }],
  ['a database in use whose schema is another’s', { is_new: false, owns_schema: false }],
])('nothing is wrong with %s', (_, has) => {
  expect(unfit({ ...fit, ...has })).toBeNull()
})

it.each<[Partial<Fitness>, string]>([
  [
    { version: '15.18 (Debian 15.18-0+deb12u1)', version_num: 150_018 },
    'PostgreSQL 16 or later is needed, this is 15.18.',
  ],
  [
    { encoding: 'SQL_ASCII', database: 'conti-1', user: 'Ada' },
    `Drop it and make it anew: create database "conti-1" owner "Ada" template template0 encoding 'UTF8';`,
  ],
])('%j is refused', (has, says) => {
  expect(unfit({ ...fit, ...has })).toContain(says)
})
