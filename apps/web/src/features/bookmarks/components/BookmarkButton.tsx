/** Bookmarks a record, or removes the bookmark; shown at once. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { toast } from '../../../ui/toasts.ts'
import classes from './BookmarkButton.module.css'

export function BookmarkButton({ teamId, recordId }: { teamId: number; recordId: number }) {
  const { t } = useTranslation('bookmarks')
  const queryClient = useQueryClient()
  const params = { teamId, dataRecordId: recordId }
  const { data } = useApi(api.bookmarks.get, { params })
  const isOn = data?.isBookmarked ?? false
  const label = t(isOn ? 'remove' : 'add')
  const toggle = async () => {
    const key = queryKeyOf(api.bookmarks.get, { params })
    const shown = (isBookmarked: boolean, memo: string | null) =>
      queryClient.setQueryData(key, { isBookmarked, memo })
    shown(!isOn, null)
    try {
      if (isOn) await call(api.bookmarks.remove, { params })
      else await call(api.bookmarks.put, { params, body: {} })
    } catch {
      shown(isOn, data?.memo ?? null)
      toast.error(t('error.toggle'))
    }
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(api.bookmarks.list) })
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={28}
        aria-label={label}
        aria-pressed={isOn}
        className={classes.button}
        disabled={!data}
        onClick={() => void toggle()}
      >
        <Glyph name="bookmark" />
      </ActionIcon>
    </Tooltip>
  )
}
