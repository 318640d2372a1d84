import { parseArgs } from 'node:util'
import { startDatabase } from './processes/database.ts'
import type { Found, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/**
 * npm run faults [-- F1 F6 --seed 42 --scale 0.01 --hurry]: fault injection. Breaks things on purpose and checks that
 * the provider's book, the ledger and the bills agree. Without names all scenarios run; without a seed a new one is
 * drawn and printed. Exits with 1 on any violation.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    scale: { type: 'string', default: '1' },
    hurry: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const scale = Number(values.scale)
const asked = positionals.map((name) => name.toUpperCase())
const wanted = asked.length > 0 ? scenarios.filter(({ name }) => asked.includes(name)) : scenarios
const unknown = asked.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (!Number.isFinite(seed) || !(scale > 0 && scale <= 1) || unknown.length > 0) {
  console.error(`npm run faults -- [${scenarios.map(({ name }) => name).join(' ')}] --seed 42 --scale 0.01`)
  process.exit(2)
}

console.log(`npm run faults -- ${wanted.map(({ name }) => name).join(' ')} --seed ${seed} --scale ${scale}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const database = await startDatabase()
let broken = 0
try {
  for (const scenario of wanted) broken += await report(scenario)
} finally {
  await database.stop()
}
console.log(
  broken === 0
    ? '\nNothing lost, nothing taken twice.'
    : `\n${broken} of ${wanted.length} broken; seed ${seed}.`,
)
process.exit(broken === 0 ? 0 : 1)

/** Runs a scenario and prints its row. @returns 1 on a violation. */
async function report(scenario: Scenario): Promise<0 | 1> {
  const began = performance.now()
  const found: Found = await scenario
    .run({ database, seed, scale, hurry: values.hurry })
    .catch((error: Error) => ({ figures: {}, violations: [`it ended early: ${error.stack ?? error}`] }))
  const wrong = [...found.violations, ...(scale === 1 ? (found.slow ?? []) : [])]
  const figures = Object.entries({
    ...found.figures,
    ...(found.slow?.length ? { slow: found.slow.join('; ') } : {}),
  })
    .map(([name, value]) => `${name} ${value}`)
    .join(' · ')
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `| ${scenario.name} | ${scenario.title} | ${figures} | ${wrong.length} violations | ${seconds} s |`,
  )
  for (const sentence of wrong.slice(0, 20)) console.log(`    ${sentence}`)
  if (wrong.length > 20) console.log(`    … and ${wrong.length - 20} more`)
  return wrong.length > 0 ? 1 : 0
}
