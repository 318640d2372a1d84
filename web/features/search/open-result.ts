import type { useNavigate } from '@tanstack/react-router'
import { hasUnsavedChanges } from '../../overlays/unsaved-changes.ts'
import { paths } from '../../paths.ts'
import { selectCustomer } from '../../session/customer/chosen-customer.ts'
import { chosenCustomer } from '../../session/stored-session.ts'
import type { Option } from './results.ts'

/**
 * Opens a record, or the list of its kind. A super user who works for another customer first switches to the record's
 * customer. Unsaved input is asked about, as on any navigation.
 */
export async function openResult(
  option: Exclude<Option, { kind: 'recent' }>,
  user: { flag_super_user: boolean },
  navigate: ReturnType<typeof useNavigate>,
): Promise<void> {
  if (option.kind === 'more') return navigate(option.of.list(option.text))
  const { customer_id } = option.result
  if (user.flag_super_user && customer_id !== Number(chosenCustomer())) {
    if (hasUnsavedChanges()) await navigate(paths.dashboard())
    if (hasUnsavedChanges() || !(await selectCustomer(customer_id))) return
  }
  await navigate(option.of.open(option.result))
}
