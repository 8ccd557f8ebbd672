/** Bookmarks a record, or removes the bookmark; shown at once. */
import { ActionIcon } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { toast } from '../../../ui/toasts.ts'
import classes from './BookmarkButton.module.css'

export function BookmarkButton({ teamId, recordId }: { teamId: number; recordId: number }) {
  const { t } = useTranslation('bookmarks')
  const queryClient = useQueryClient()
  const params = { teamId, dataRecordId: recordId }
  const { data } = useApi(api.bookmarks.get, { params })
  const isOn = data?.isBookmarked ?? false
  const label = t(isOn ? 'remove' : 'add')
  const key = queryKeyOf(api.bookmarks.get, { params })
  const write = useMutation({
    // In sequence: two requests that overtook each other would leave the state of the first click.
    scope: { id: `bookmark ${teamId} ${recordId}` },
    networkMode: 'always',
    mutationFn: (isBookmarked: boolean): Promise<unknown> =>
      isBookmarked ? call(api.bookmarks.put, { params, body: {} }) : call(api.bookmarks.remove, { params }),
    onError() {
      toast.error(t('error.toggle'))
      return queryClient.invalidateQueries({ queryKey: key })
    },
    onSettled: () => void refreshChanged(queryClient, api.bookmarks.put, params, { except: key }),
  })
  const toggle = () => {
    queryClient.setQueryData(key, { isBookmarked: !isOn, memo: null })
    write.mutate(!isOn)
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={28}
        aria-label={label}
        aria-pressed={isOn}
        className={classes.button}
        disabled={!data}
        onClick={toggle}
      >
        <Glyph name="bookmark" />
      </ActionIcon>
    </Tooltip>
  )
}
