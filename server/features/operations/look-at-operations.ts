import type { CheckCode } from '@saldo/domain/operations/checks'
import type { Services } from '../../services.ts'
import { saveFindings } from './alarms/save-findings.ts'
import { allChecks } from './checks/all-checks.ts'
import type { Check } from './checks/check.ts'
import { runChecks } from './checks/run-checks.ts'
import { collectFailedJobs } from './failed-jobs/collect-failed-jobs.ts'

/** Looks at the checks that are due, or at `all` of them; no transaction is open while something outside answers. */
export async function lookAtOperations(
  services: Services,
  { all = false, checks = allChecks }: { all?: boolean; checks?: readonly Check[] } = {},
): Promise<void> {
  await collectFailedJobs(services).catch((error) =>
    services.log.error({ err: error }, 'failed jobs could not be collected'),
  )
  const applicable = checks.filter(({ applies }) => applies?.(services) ?? true)
  const due = all ? applicable : await dueOf(services, applicable)
  const at = Date.now()
  const found = await runChecks(services, due)
  await saveFindings(
    services,
    found,
    at,
    applicable.map(({ code }) => code),
  )
}

/** A check that was bad is asked at each look, so that its recovery is seen soon. */
async function dueOf(services: Services, checks: readonly Check[]): Promise<Check[]> {
  const asked = await services.asSystem(
    (tx) => tx<{ code: CheckCode; minutes: number }[]>`
      select code, extract(epoch from now() - checked_at)::float8 / 60 as minutes from operation_checks where state = 'ok'`,
  )
  return checks.filter(({ code, every_minutes = 0 }) => {
    const before = asked.find((each) => each.code === code)
    return !before || before.minutes >= every_minutes - 0.5
  })
}
