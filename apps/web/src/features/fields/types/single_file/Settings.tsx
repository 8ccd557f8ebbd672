import type { SettingsOf } from '@muster/contract/fields/types/index'
import { kinds, number, settingsForm } from '../common/settings.tsx'

export type FileSettings = SettingsOf<'single_file'>

export const Settings = settingsForm<FileSettings>([kinds('allowedKinds'), number('maxSizeMb')])
