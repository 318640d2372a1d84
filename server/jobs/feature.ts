import { feature } from '../feature.ts'

export const jobs = feature({
  tables: {
    sweeps: 'nobody',
  },
})
