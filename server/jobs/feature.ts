import { feature } from '../feature.ts'

export const queue = feature({
  tables: {
    sweeps: 'nobody',
  },
})
