/**
 * What answers are about. An endpoint that reads says which subjects its answer shows, and one that writes says which
 * it changes. The web app derives from this which cached answers are stale: after a write, and after a live event.
 */

/** Subjects whose changes the server announces to everybody in the team, each as the kind of an event. */
export const liveSubjects = [
  /** The records of collections: their values, and who belongs where. */
  'records',
  /** The design of a team's data: collections, fields, views. */
  'collections',
  'imports',
  'exports',
  /** What the caller may do. */
  'permissions',
  'duplicates',
  /** Who is looking at what. */
  'presence',
] as const
export type LiveSubject = (typeof liveSubjects)[number]

const ownSubjects = [
  /** Parts of `records` that a write refreshes at once, without waiting for the event: one record by itself, */
  'record',
  /** the changes it went through, */
  'history',
  /** and how many records each collection has. */
  'counts',
  'blueprints',
  'bookmarks',
  'cards',
  'feeds',
  'files',
  'importMappings',
  /** The caller's own operations, above all those in the background. */
  'operations',
  /** Who is signed in, and their place in each team. */
  'session',
  'sessions',
  /** What the caller chose and the server remembers. */
  'settings',
  'teams',
  'typeChanges',
  'users',
  'views',
] as const

export const subjects = [...liveSubjects, ...ownSubjects] as const
export type Subject = (typeof subjects)[number]

const announced: ReadonlySet<Subject> = new Set(liveSubjects)

/** Whether a live event tells everybody, the person who made the change included. */
export const isLive = (subject: Subject): subject is LiveSubject => announced.has(subject)
