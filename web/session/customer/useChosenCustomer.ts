import { useSyncExternalStore } from 'react'
import { onSessionEvent } from '../events.ts'
import { chosenCustomer } from '../stored-session.ts'

const follow = (react: () => void) => onSessionEvent('customer-changed', react)

/** The customer a super user chose to look at; null for all of them. */
export const useChosenCustomer = () => Number(useSyncExternalStore(follow, chosenCustomer)) || null
