import type { SettingsOf } from '@muster/contract/fields/types/index'
import { country, settingsForm } from '../common/settings.tsx'

export type AddressSettings = SettingsOf<'physical_address'>

export const Settings = settingsForm<AddressSettings>([country('country', 'addressCountry')])
