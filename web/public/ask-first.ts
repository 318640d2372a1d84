import { askEarly } from './early.ts'

askEarly(location.hash)
