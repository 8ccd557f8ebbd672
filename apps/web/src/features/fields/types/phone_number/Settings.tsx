import type { SettingsOf } from '@muster/contract/fields/types/index'
import { country, settingsForm } from '../common/settings.tsx'

export type PhoneSettings = SettingsOf<'phone_number'>

export const Settings = settingsForm<PhoneSettings>([country('country')])
