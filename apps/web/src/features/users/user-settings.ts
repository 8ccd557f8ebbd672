/**
 * A user's settings in a team, kept on the server: colour scheme, clock and a collapsed sidebar.
 * (Browser storage holds only the locale and the last team, spec section 3.)
 */
import { useSyncExternalStore } from 'react'
import { api, call } from '../../lib/api.ts'
import { type Clock, setClock, timeFormats, usualClock, weekStarts } from '../../lib/clock.ts'
import { type ColorScheme, colorSchemes, setColorScheme } from '../../lib/color-scheme.ts'
import { isCanceled } from '../../lib/errors.ts'

export interface UserSettings extends Clock {
  colorScheme: ColorScheme
  isSideBarCollapsed: boolean
}

const key = 'shell'
let settings: UserSettings = { ...usualClock, colorScheme: 'auto', isSideBarCollapsed: false }
const listeners = new Set<() => void>()

function set(next: UserSettings): void {
  settings = next
  setColorScheme(next.colorScheme)
  setClock(next)
  for (const listener of listeners) listener()
}

export const useUserSettings = (): UserSettings =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => settings,
  )

/** Loads them; on failure they stay as they are. */
export async function loadUserSettings(teamId: number): Promise<void> {
  try {
    const { value } = await call(api.teams.getSetting, { params: { teamId, key } })
    if (typeof value !== 'object' || value === null) {
      set({ ...usualClock, colorScheme: 'auto', isSideBarCollapsed: false })
      return
    }
    const stored = value as Partial<UserSettings>
    set({
      colorScheme: colorSchemes.find((one) => one === stored.colorScheme) ?? 'auto',
      isSideBarCollapsed: stored.isSideBarCollapsed === true,
      timeFormat: timeFormats.find((one) => one === stored.timeFormat) ?? 'auto',
      weekStart: weekStarts.find((one) => one === stored.weekStart) ?? 'auto',
    })
  } catch (error) {
    if (!isCanceled(error)) console.error('The user settings could not be read.', error)
  }
}

/** Applies them at once and saves them; throws when saving failed. */
export async function saveUserSettings(teamId: number, change: Partial<UserSettings>): Promise<void> {
  set({ ...settings, ...change })
  await call(api.teams.putSetting, { params: { teamId, key }, body: { value: settings } })
}
