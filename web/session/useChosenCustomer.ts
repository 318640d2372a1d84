import { useSyncExternalStore } from 'react'
import { onSession } from './events.ts'
import { chosenCustomer } from './stored.ts'

const follow = (react: () => void) => onSession('customer-changed', react)

/** The customer a super user chose to look at; null for all of them. */
export const useChosenCustomer = () => Number(useSyncExternalStore(follow, chosenCustomer)) || null
