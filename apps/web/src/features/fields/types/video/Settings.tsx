import type { SettingsOf } from '@muster/contract/fields/types/index'
import { number, settingsForm } from '../common/settings.tsx'

export type VideoSettings = SettingsOf<'video'>

export const Settings = settingsForm<VideoSettings>([number('maxSizeMb')])
