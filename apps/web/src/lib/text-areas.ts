/**
 * Areas of the app whose texts are one file per language, since their screens need several features' texts. All other
 * namespaces share the file `admin`.
 */
export const textAreas = {
  start: ['common', 'errors', 'auth', 'shell', 'publicViews', 'wizardRuns'],
  entry: ['fields', 'dataTypes', 'files', 'exports'],
  work: [
    'records',
    'collections',
    'filters',
    'cards',
    'lists',
    'views',
    'viewSwitcher',
    'calendar',
    'kanban',
    'maps',
    'search',
    'bookmarks',
    'live',
    'projects',
    'teams',
    'membership',
    'duplicates',
    'imports',
    'personalData',
    'timeline',
  ],
  messages: ['messages', 'messageEditor', 'messageSenders', 'messageSubjects', 'smsTexts', 'consent'],
  wizards: ['wizards'],
  icons: ['icons'],
} as const

/** The area of a namespace. */
export const areaOf = (namespace: string): string =>
  Object.entries<readonly string[]>(textAreas).find(([, namespaces]) =>
    namespaces.includes(namespace),
  )?.[0] ?? 'admin'

/**
 * The namespaces to begin with at an address. A screen whose texts are missing shows a fallback until they are there, and
 * React then keeps it for 300 ms.
 */
export function firstNamespaces(pathname: string): readonly string[] {
  const { start, entry, work, messages, wizards } = textAreas
  const [, place] = /^\/team-\d+(\/.*|$)/.exec(pathname) ?? []
  if (place === undefined) return start
  const ofTeam = [...start, ...entry, ...work]
  if (place.startsWith('/outgoing-messages')) return [...ofTeam, ...messages]
  return place.startsWith('/admin/data-wizards') ? [...ofTeam, ...wizards] : ofTeam
}
