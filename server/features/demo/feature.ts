import { feature } from '../../feature.ts'

export const demo = feature({})
