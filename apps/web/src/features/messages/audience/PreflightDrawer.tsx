/** The people behind one number of the preflight. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ExclusionReason } from '@muster/contract/messages/messages.machine'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../../ui/Drawer.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import shared from '../../../ui/shared.module.css'
import { PreflightRows } from './PreflightRows.tsx'

export type Shown = { reason: ExclusionReason } | { isIn: true }

const most = 200
const searchDelayMs = 300

export function PreflightDrawer({ shown, onClose }: { shown: Shown; onClose(): void }) {
  const { t } = useTranslation('messages')
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), searchDelayMs)
  const which = 'reason' in shown ? { reason: shown.reason } : { isIn: '1' as const }
  return (
    <Drawer
      title={'reason' in shown ? t(`reason.${shown.reason}`) : t('preflight.recipientsTitle')}
      onClose={onClose}
      isModal
    >
      <div className={shared.stack12}>
        <TextInput
          type="search"
          aria-label={t('preflight.search')}
          placeholder={t('preflight.search')}
          leftSection={<Glyph name="search" size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <PreflightRows query={{ ...which, ...(settled && { search: settled }), limit: most }} />
      </div>
    </Drawer>
  )
}
