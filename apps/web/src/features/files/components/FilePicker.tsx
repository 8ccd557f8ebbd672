/** Chooses among the team's existing files that the person may read. */
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FileKind } from '@muster/contract/fields/families'
import type { ListedFile } from '@muster/contract/files/files.api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import hidden from '../../../ui/hidden.module.css'
import { ThumbnailsSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import type { FileObject } from '../file-look.ts'
import classes from './FilePicker.module.css'
import { Thumb } from './Thumb.tsx'

export interface FilePickerProps {
  teamId: number
  /** All if empty. */
  kinds: readonly FileKind[]
  isMulti: boolean
  /** Ids of files that are not offered: those already chosen. */
  without: readonly string[]
  onPick(files: FileObject[]): void
  onClose(): void
}

export function FilePicker({ teamId, kinds, isMulti, without, onPick, onClose }: FilePickerProps) {
  const { t } = useTranslation(['files', 'common'])
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const [chosen, setChosen] = useState<readonly FileObject[]>([])
  const query = { search: search || undefined, kinds: kinds.length > 0 ? kinds.join(',') : undefined }
  const list = useInfiniteQuery({
    queryKey: [...queryKeyOf(api.files.list, { params: { teamId } }), 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      call(api.files.list, { params: { teamId }, query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const files = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => !without.includes(id),
  )
  const isChosen = (file: FileObject) => chosen.some(({ id }) => id === file.id)
  const toggle = (file: ListedFile) =>
    setChosen((now) =>
      !isMulti ? [file] : isChosen(file) ? now.filter(({ id }) => id !== file.id) : [...now, file],
    )

  return (
    <Dialog title={t('pick.title')} onClose={onClose} width={640}>
      <TextInput
        label={t('pick.search')}
        value={text}
        data-autofocus
        leftSection={<Glyph name="search" size={14} />}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.list}>
        {list.isPending ? (
          <ThumbnailsSkeleton />
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={list.refetch} />
        ) : files.length === 0 ? (
          <EmptyState title={t(search ? 'pick.nothing' : 'pick.none')} />
        ) : (
          <fieldset className={classes.grid}>
            <legend className={hidden.hidden}>{t('pick.files')}</legend>
            {files.map((file) => (
              <FileOption
                key={file.id}
                {...{ file, isMulti }}
                isChosen={isChosen(file)}
                onToggle={() => toggle(file)}
              />
            ))}
          </fieldset>
        )}
        {list.hasNextPage && (
          <Button
            variant="default"
            fullWidth
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('pick.more')}
          </Button>
        )}
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            onPick([...chosen])
            onClose()
          }}
        >
          {isMulti ? t('pick.addCount', { count: chosen.length }) : t('pick.choose')}
        </Button>
      </div>
    </Dialog>
  )
}

function FileOption({
  file,
  isMulti,
  isChosen,
  onToggle,
}: {
  file: ListedFile
  isMulti: boolean
  isChosen: boolean
  onToggle(): void
}) {
  const format = useFormat()
  return (
    <label className={classes.option} data-chosen={isChosen || undefined}>
      <span className={classes.picture}>
        <Thumb file={file} alt="" sizes="140px" iconSize={28} />
        <input
          type={isMulti ? 'checkbox' : 'radio'}
          className={classes.mark}
          name="file"
          checked={isChosen}
          onChange={onToggle}
        />
      </span>
      <span className={classes.name}>{file.name}</span>
      <span className={styles.small}>
        {format.bytes(file.size)} · {format.date(file.createdAt)}
      </span>
    </label>
  )
}
