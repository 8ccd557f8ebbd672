/** A text file as it is written; of a long one the beginning. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import type { FileObject } from '../file-look.ts'
import classes from './Viewer.module.css'

/** Bytes that are shown: more would be slow to lay out, and nobody reads it here. */
const shownBytes = 256 * 1024

export function TextStage({ file }: { file: FileObject }) {
  const { t } = useTranslation(['files'])
  const query = useQuery({
    queryKey: ['text of file', file.id],
    queryFn: ({ signal }) => readStart(file.url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (query.isPending) return <FormSkeleton />
  return (
    <div className={classes.text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard too */}
      <section tabIndex={0} aria-label={file.name}>
        <pre>{query.data}</pre>
      </section>
      {file.size > shownBytes && <p className={classes.cardText}>{t('textCut')}</p>}
    </div>
  )
}

/** Bytes that are not valid UTF-8 are read as Windows-1252, as older programs wrote them. */
async function readStart(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, headers: { range: `bytes=0-${shownBytes - 1}` } })
  if (!answer.ok) throw new Error(`${answer.status}`)
  const bytes = (await answer.arrayBuffer()).slice(0, shownBytes)
  const text = new TextDecoder().decode(bytes)
  // The last character may be cut in two.
  return text.slice(0, -1).includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text
}
