/**
 * What responses contain. A read declares the subjects that its response shows, a write those that it changes. From
 * this the web app derives which cached responses are stale after a write or a live event.
 */

/** Subjects whose changes the server announces to the whole team; each is also a kind of event. */
export const liveSubjects = [
  /** The records of collections: their values and memberships. */
  'records',
  /** The design of a team's data: collections, fields, views. */
  'collections',
  'imports',
  'exports',
  /** The team itself: names, logos, brand, time zone, languages, who may export. */
  'account',
  /** What the caller may do. */
  'permissions',
  'duplicates',
  /** Outgoing messages, their state and progress. */
  'messages',
  /** Who is viewing what. */
  'presence',
] as const
export type LiveSubject = (typeof liveSubjects)[number]

const ownSubjects = [
  // Parts of `records` that a write refreshes at once, without waiting for the event.
  'record',
  'history',
  /** The number of records of each collection. */
  'counts',
  /** Backups of the whole system. */
  'backups',
  'blueprints',
  'bookmarks',
  'cards',
  'feeds',
  'files',
  'importMappings',
  /** API tokens of the caller, or for team admins of the team. */
  'integrations',
  'messageSenders',
  /** What people subscribe to. */
  'messageSubjects',
  /** Addresses that get nothing. */
  'messageSuppressions',
  'messageTemplates',
  /** The caller's own operations, mainly those in the background. */
  'operations',
  /** Roles and their permissions. */
  'roles',
  /** Who is signed in, and their place in each team. */
  'session',
  'sessions',
  /** Preferences of the caller, stored on the server. */
  'settings',
  /** Settings of the whole system. */
  'systemSettings',
  'teams',
  'typeChanges',
  'users',
  'views',
  /** Webhooks of the caller, or for team admins of the team, with their deliveries. */
  'webhooks',
  /** Definitions of wizards. */
  'wizards',
  /** Runs of wizards. */
  'wizardRuns',
] as const

export const subjects = [...liveSubjects, ...ownSubjects] as const
export type Subject = (typeof subjects)[number]

const announced: ReadonlySet<Subject> = new Set(liveSubjects)

/** Whether changes are announced by live events, which also reach the person who made the change. */
export const isLive = (subject: Subject): subject is LiveSubject => announced.has(subject)
