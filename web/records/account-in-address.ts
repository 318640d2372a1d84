import { useQuery } from '@tanstack/react-query'
import type { Reference } from '../ui/form/OptionList.tsx'
import { nameOfAccount } from './account-reference.ts'

/** The condominium that an address names, with its name; null without one. */
export function useAccountInAddress(id: string | undefined): Reference | null {
  const named = id !== undefined && /^\d{1,15}$/.test(id)
  const { data } = useQuery({
    queryKey: ['accounts', 'name', id],
    queryFn: () => nameOfAccount(id as string),
    enabled: named,
    retry: false,
  })
  return named ? { value: id, label: data ?? `n. ${id}` } : null
}
