import { feature } from '../../feature.ts'
import { announcementActRoutes } from './announcements/announcement-acts.ts'
import { announcementListRoutes } from './announcements/announcements-list.ts'
import { featureSwitchRoutes } from './feature-switches/feature-switches.ts'
import { maintenanceActRoutes } from './maintenances/maintenance-acts.ts'
import { maintenanceListRoutes } from './maintenances/maintenances-list.ts'
import { minimumVersionRoutes } from './minimum-versions/minimum-versions.ts'

export const platform = feature({
  tables: {
    announcement_closings: 'oneself',
    announcement_offices: 'nobody',
    announcements: 'nobody',
    feature_switch_offices: 'nobody',
    feature_switches: 'nobody',
    maintenances: 'nobody',
    minimum_versions: 'nobody',
  },
  routes: [
    ...maintenanceListRoutes,
    ...maintenanceActRoutes,
    ...featureSwitchRoutes,
    ...announcementListRoutes,
    ...announcementActRoutes,
    ...minimumVersionRoutes,
  ],
})
