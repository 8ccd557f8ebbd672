import type { SettingsOf } from '@muster/contract/fields/types/index'
import { choice, settingsForm } from '../common/settings.tsx'

export type UrlSettings = SettingsOf<'url'>

export const Settings = settingsForm<UrlSettings>([choice('showAs', ['link', 'picture'])])
