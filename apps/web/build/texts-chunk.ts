/** Puts the texts of an area of the app into one file per language, since its screens need several features' texts. */

const areas = {
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
  ],
  messages: ['messages', 'messageEditor', 'messageSenders', 'messageSubjects', 'smsTexts', 'consent'],
  wizards: ['wizards'],
  icons: ['icons'],
}

/** @returns the name of the file for a locale file, `undefined` for other modules */
export function textsChunk(id: string): string | undefined {
  const [, language, namespace] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(id) ?? []
  if (!language || !namespace) return undefined
  const area = Object.entries(areas).find(([, namespaces]) => namespaces.includes(namespace))
  return `texts-${language}-${area?.[0] ?? 'admin'}`
}
