/** Where a maintenance or an announcement stands: to come, going on, over. */
export const periodStates = ['scheduled', 'current', 'over'] as const
export type PeriodState = (typeof periodStates)[number]

export const periodStateWords: Record<PeriodState, string> = {
  scheduled: 'in programma',
  current: 'in corso',
  over: 'finito',
}
/** The same of a maintenance, which is feminine. */
export const maintenanceStateWords: Record<PeriodState, string> = { ...periodStateWords, over: 'finita' }

/** Whom a maintenance covers. */
export const maintenanceAudiences = ['user', 'office', 'everybody'] as const
export type MaintenanceAudience = (typeof maintenanceAudiences)[number]
export const maintenanceAudienceWords: Record<MaintenanceAudience, string> = {
  everybody: 'tutti',
  office: 'uno studio',
  user: 'un utente',
}

/** The longest maintenance, in days from its start. */
export const longestMaintenance = 7

/** The longest announcement, in days from its start, or from now if it has begun. */
export const longestAnnouncement = 366

export const announcementLevels = ['information', 'attention'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]
export const announcementLevelWords: Record<AnnouncementLevel, string> = {
  information: 'informazione',
  attention: 'attenzione',
}

/** For whom an announcement is. */
export const announcementAudiences = ['administrators', 'stores', 'residents', 'back_office'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]
export const announcementAudienceWords: Record<AnnouncementAudience, string> = {
  administrators: 'amministratori',
  stores: 'negozi',
  residents: 'condòmini',
  back_office: 'backoffice',
}
