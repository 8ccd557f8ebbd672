/** The two things that browser storage remembers (spec section 3): the locale and the last selected team. */

const keys = { locale: 'locale', lastTeamId: 'lastSelectedTeamId' } as const

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // blocked storage: the app works, but does not remember
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // as above
  }
}

export const storedLocale = {
  get: () => read(keys.locale),
  set: (locale: string) => write(keys.locale, locale),
}

export const storedTeamId = {
  get: (): number | null => {
    const id = Number(read(keys.lastTeamId))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  },
  set: (teamId: number) => write(keys.lastTeamId, String(teamId)),
}
