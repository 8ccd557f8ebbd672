import type { SettingsOf } from '@muster/contract/fields/types/index'
import { number, settingsForm } from '../common/settings.tsx'

export type RatingSettings = SettingsOf<'rating'>

export const Settings = settingsForm<RatingSettings>([number('max', { isInteger: true, whenEmpty: 5 })])
